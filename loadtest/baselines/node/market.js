// The open orders of one engine in two lists, which are scanned again for every product and every buyer: the articles' way.

/** A market of one engine. */
export class Market {
  #timeoutMillis;
  #lastTradeIds;
  #purchaseOrders = [];
  #salesOrders = [];

  /** @param lastTradeIds a Map: the last trade id of each product that was traded earlier */
  constructor(timeoutMillis, lastTradeIds) {
    this.#timeoutMillis = timeoutMillis;
    this.#lastTradeIds = lastTradeIds;
  }

  /** Puts an order at the end of its queue. */
  add(order) {
    order.remaining = order.quantity;
    (order.side === 'BUY' ? this.#purchaseOrders : this.#salesOrders).push(order);
  }

  /** Removes the orders that are too old, and tells which. */
  expire(now) {
    const tooOld = (order) => now - order.acceptedAt > this.#timeoutMillis;
    const expired = [...this.#salesOrders.filter(tooOld), ...this.#purchaseOrders.filter(tooOld)];
    if (expired.length > 0) {
      this.#salesOrders = this.#salesOrders.filter((order) => !tooOld(order));
      this.#purchaseOrders = this.#purchaseOrders.filter((order) => !tooOld(order));
    }
    return expired;
  }

  /** Trades each product, session after session, until a session makes no sale. */
  trade(now) {
    const sales = [];
    for (const productId of new Set(this.#salesOrders.map((order) => order.productId))) {
      let before;
      do {
        before = sales.length;
        this.#session(productId, now, sales);
      } while (sales.length > before);
    }
    return sales;
  }

  /** Every buyer goes once to the cheapest seller, first come, first served. */
  #session(productId, now, sales) {
    for (const purchaseOrder of this.#purchaseOrders.filter((order) => order.productId === productId)) {
      const cheapest = this.#cheapest(productId);
      if (cheapest === undefined) {
        return;
      }
      if (cheapest.price <= purchaseOrder.price) {
        sales.push(this.#sell(purchaseOrder, cheapest, now));
      }
    }
  }

  #sell(purchaseOrder, salesOrder, now) {
    const quantity = Math.min(purchaseOrder.remaining, salesOrder.remaining);
    const productId = salesOrder.productId;
    const tradeId = (this.#lastTradeIds.get(productId) ?? 0) + 1;
    this.#lastTradeIds.set(productId, tradeId);
    purchaseOrder.remaining -= quantity;
    salesOrder.remaining -= quantity;
    if (purchaseOrder.remaining === 0) {
      this.#purchaseOrders.splice(this.#purchaseOrders.indexOf(purchaseOrder), 1);
    }
    if (salesOrder.remaining === 0) {
      this.#salesOrders.splice(this.#salesOrders.indexOf(salesOrder), 1);
    }
    return {
      productId,
      tradeId,
      buyer: purchaseOrder.userId,
      seller: salesOrder.userId,
      price: salesOrder.price,
      quantity,
      purchaseOrderId: purchaseOrder.id,
      salesOrderId: salesOrder.id,
      purchaseOrderQuantity: purchaseOrder.quantity,
      salesOrderQuantity: salesOrder.quantity,
      purchaseOrderRemaining: purchaseOrder.remaining,
      salesOrderRemaining: salesOrder.remaining,
      tradedAt: now,
    };
  }

  #cheapest(productId) {
    let cheapest;
    for (const order of this.#salesOrders) {
      if (order.productId === productId && (cheapest === undefined || order.price < cheapest.price)) {
        cheapest = order;
      }
    }
    return cheapest;
  }
}
