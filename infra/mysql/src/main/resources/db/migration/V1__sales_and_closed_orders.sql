-- Runs unchanged on MySQL and MariaDB.
-- Names and ids compare byte by byte: ascii_bin keeps apple and APPLE apart. It pads when it compares, but no name or id
-- can contain a space or a control character, so nothing that is allowed can meet its padded twin.

CREATE TABLE SALES (
    PRODUCT_ID   VARCHAR(32)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    TRADE_ID     BIGINT        NOT NULL COMMENT '1, 2, 3 and so on per product',
    BUYER_NAME   VARCHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    SELLER_NAME  VARCHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRICE        DECIMAL(18,4) NOT NULL,
    QUANTITY     BIGINT        NOT NULL,
    PO_ID        CHAR(36)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    SO_ID        CHAR(36)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PO_REMAINING BIGINT        NOT NULL COMMENT 'of the purchase order, after this sale',
    SO_REMAINING BIGINT        NOT NULL COMMENT 'of the sales order, after this sale',
    TRADED_AT    DATETIME(3)   NOT NULL COMMENT 'UTC: the now of the batch',
    PRIMARY KEY (PRODUCT_ID, TRADE_ID),
    KEY SALES_BY_PO (PO_ID),
    KEY SALES_BY_SO (SO_ID)
) ENGINE = InnoDB COMMENT = 'every sale, once';

CREATE TABLE CLOSED_ORDERS (
    ORDER_ID   CHAR(36)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    SIDE       VARCHAR(16)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'BUY or SELL',
    PRODUCT_ID VARCHAR(32)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    USER_ID    VARCHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    QUANTITY   BIGINT        NOT NULL COMMENT 'as ordered',
    REMAINING  BIGINT        NOT NULL COMMENT 'left when it closed',
    PRICE      DECIMAL(18,4) NULL COMMENT 'NULL: any price',
    REASON     VARCHAR(16)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'EXPIRED or CANCELLED',
    CLOSED_AT  DATETIME(3)   NOT NULL COMMENT 'UTC: the now of the batch',
    PRIMARY KEY (ORDER_ID)
) ENGINE = InnoDB COMMENT = 'orders that closed with something left';
