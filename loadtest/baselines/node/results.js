// What became of orders, on the heap only, and only for a while; after that, the database knows.
import { formatPrice } from './orders.js';

const KEPT_MILLIS = 60_000;
const MAX_SALES = 100;

export class Results {
  sales = 0;
  expired = 0;
  #results = new Map();

  /** A sale is in the database: now its parties may know. */
  sold(sale) {
    this.sales++;
    this.#add(sale, sale.purchaseOrderId, sale.purchaseOrderQuantity, sale.purchaseOrderRemaining, sale.seller);
    this.#add(sale, sale.salesOrderId, sale.salesOrderQuantity, sale.salesOrderRemaining, sale.buyer);
  }

  /** An order waits in the market, and was not part of a sale yet. */
  rests(order) {
    this.#put({ id: order.id, status: 'OPEN', filled: 0, remaining: order.quantity, sales: [] });
  }

  /** An order left the market by its age. */
  expire(order) {
    this.expired++;
    this.#put({
      id: order.id,
      status: 'EXPIRED',
      filled: order.quantity - order.remaining,
      remaining: order.remaining,
      sales: this.#results.get(order.id)?.result.sales ?? [],
    });
  }

  /** What is known of an order, if there is something. */
  find(id) {
    return this.#results.get(id)?.result;
  }

  /** Forgets what nobody has asked for in time. */
  forgetOld() {
    const now = Date.now();
    for (const [id, { changedAt }] of this.#results) {
      if (now - changedAt > KEPT_MILLIS) {
        this.#results.delete(id);
      }
    }
  }

  #add(sale, id, quantity, remaining, counterparty) {
    const before = this.#results.get(id)?.result.sales ?? [];
    const seen = {
      productId: sale.productId,
      tradeId: sale.tradeId,
      price: formatPrice(sale.price),
      quantity: sale.quantity,
      counterparty,
    };
    this.#put({
      id,
      status: remaining === 0 ? 'FILLED' : 'PARTIALLY_FILLED',
      filled: quantity - remaining,
      remaining,
      sales: [...before, seen].slice(-MAX_SALES),
    });
  }

  #put(result) {
    this.#results.set(result.id, { result, changedAt: Date.now() });
  }
}
