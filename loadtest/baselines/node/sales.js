// The way of sales into the database: one row a statement, committed at once, over one connection.
import mysql from 'mysql2/promise';
import { formatPrice } from './orders.js';

const INSERT =
  'INSERT INTO SALES (PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID,' +
  ' PO_REMAINING, SO_REMAINING, TRADED_AT) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

/** The two ways of the two articles. */
export const WAYS = ['sequential', 'parallel'];

export class Sales {
  #connection;
  #parallel;

  constructor(connection, way) {
    this.#connection = connection;
    this.#parallel = way === 'parallel';
  }

  /** @param url mysql://USER:PASSWORD@HOST:PORT/DATABASE */
  static async connect(url, way) {
    return new Sales(await mysql.createConnection(url), way);
  }

  /** The last trade id of every product, as a Map. */
  async lastTradeIds() {
    const [rows] = await this.#connection.query('SELECT PRODUCT_ID, MAX(TRADE_ID) AS LAST_ID FROM SALES GROUP BY PRODUCT_ID');
    return new Map(rows.map((row) => [row.PRODUCT_ID, Number(row.LAST_ID)]));
  }

  /** Writes the sales of one run, each when the one before it is written, or all without waiting for each other. */
  async write(sales) {
    if (this.#parallel) {
      await Promise.all(sales.map((sale) => this.#insert(sale)));
      return;
    }
    for (const sale of sales) {
      await this.#insert(sale);
    }
  }

  close() {
    return this.#connection.end();
  }

  #insert(sale) {
    return this.#connection.query(INSERT, [
      sale.productId,
      sale.tradeId,
      sale.buyer,
      sale.seller,
      formatPrice(sale.price),
      sale.quantity,
      sale.purchaseOrderId,
      sale.salesOrderId,
      sale.purchaseOrderRemaining,
      sale.salesOrderRemaining,
      new Date(sale.tradedAt).toISOString().slice(0, -1).replace('T', ' '),
    ]);
  }
}
