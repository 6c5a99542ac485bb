-- Once an order's id is forgotten, its client may use it again: the same order id then closes a second time.
ALTER TABLE CLOSED_ORDERS
    DROP PRIMARY KEY,
    ADD PRIMARY KEY (ORDER_ID, CLOSED_AT),
    MODIFY REASON VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'EXPIRED, CANCELLED or REJECTED';
