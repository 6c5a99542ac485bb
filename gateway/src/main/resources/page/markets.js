// The list of all products, and the strip that shows the pipeline.

import { change, price, quantity, seconds, shortPrice, show, whole } from './format.js';

const element = (id) => document.getElementById(id);

/** Browsers take "." and ".." within a path for folders: such a product, which older gateways took, has no paths. */
export function isProductId(text) {
  return /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/.test(text);
}

/** Calls select(productId) when somebody chooses one. */
export function markets(select) {
  const body = element('products').tBodies[0];
  const empty = element('products-empty');
  const find = element('find-text');
  const rows = new Map();
  let selected = '';
  let known = false;

  function row(productId) {
    const tr = document.createElement('tr');
    const name = document.createElement('th');
    const button = document.createElement('button');
    const cells = [document.createElement('td'), document.createElement('td'), document.createElement('td')];
    name.scope = 'row';
    button.type = 'button';
    button.textContent = productId;
    button.title = productId;
    name.append(button);
    cells.forEach((cell) => cell.classList.add('number'));
    tr.append(name, ...cells);
    tr.addEventListener('click', () => select(productId));
    return { productId, tr, button, cells };
  }

  /** By id, as they come. */
  function place(made) {
    const next = [...rows.values()].find((other) => other.productId > made.productId);
    if (!next) {
      rows.set(made.productId, made);
      body.append(made.tr);
      return;
    }
    const all = [...rows.values(), made].sort((a, b) => (a.productId < b.productId ? -1 : 1));
    rows.clear();
    all.forEach((each) => rows.set(each.productId, each));
    body.insertBefore(made.tr, next.tr);
  }

  function take(product) {
    let shown = rows.get(product.productId);
    if (!shown) {
      shown = row(product.productId);
      place(shown);
      mark(shown);
      filter(shown);
    }
    const moved = change(product.price, product.open24h);
    show(shown.cells[0], shortPrice(product.price));
    shown.cells[0].title = price(product.price);
    show(shown.cells[1], moved.text);
    shown.cells[1].dataset.direction = moved.direction;
    show(shown.cells[2], quantity(product.volume24h));
  }

  function mark(shown) {
    if (shown.productId === selected) {
      shown.button.setAttribute('aria-current', 'true');
    } else {
      shown.button.removeAttribute('aria-current');
    }
  }

  function filter(shown) {
    shown.tr.hidden = !shown.productId.toLowerCase().includes(find.value.trim().toLowerCase());
  }

  function members(list, group) {
    const texts = (group.members ?? []).map((member) => ({
      name: member.name.replace(/-[0-9a-f]{8}-[0-9a-f-]{27}$/, ''), partitions: String(member.partitions), whole: member.name }));
    while (list.children.length > Math.max(texts.length, 1)) {
      list.lastChild.remove();
    }
    while (list.children.length < Math.max(texts.length, 1)) {
      const item = document.createElement('li');
      item.append(document.createElement('span'), document.createElement('b'));
      list.append(item);
    }
    if (texts.length === 0) {
      show(list.firstChild.firstChild, group.members ? 'none runs' : 'not known');
      show(list.firstChild.lastChild, '');
    }
    texts.forEach((text, i) => {
      list.children[i].title = `${text.whole}: ${text.partitions} partitions`;
      show(list.children[i].firstChild, text.name);
      show(list.children[i].lastChild, text.partitions);
    });
  }

  function strip(pipeline) {
    show(element('orders-rate'), whole(pipeline.ordersPerSecond));
    show(element('sales-rate'), whole(pipeline.salesPerMinute));
    show(element('engines-behind'), seconds(pipeline.engines.behindMillis));
    show(element('persisters-behind'), seconds(pipeline.persisters.behindMillis));
    members(element('engines'), pipeline.engines);
    members(element('persisters'), pipeline.persisters);
  }

  function tellIfEmpty() {
    const text = rows.size > 0 ? 'No product here has this in its id.' : known ? 'No product yet: the first order makes one.' : 'Loading…';
    show(empty, text);
    empty.hidden = [...rows.values()].some((shown) => !shown.tr.hidden);
  }

  function filterAll() {
    rows.forEach(filter);
    tellIfEmpty();
  }

  find.addEventListener('input', () => {
    find.setCustomValidity('');
    filterAll();
  });
  element('find').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = find.value.trim();
    const first = [...rows.values()].find((shown) => !shown.tr.hidden);
    const found = rows.has(text) || !first ? text : first.productId;
    if (found && !isProductId(found)) {
      find.setCustomValidity(`${found} is no product id (expected: 1 to 32 of A-Z, a-z, 0-9, ".", "_", "-")`);
      find.reportValidity();
    } else if (found) {
      find.value = '';
      filterAll();
      select(found);
    }
  });
  body.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const buttons = [...rows.values()].filter((shown) => !shown.tr.hidden).map((shown) => shown.button);
      const next = buttons[buttons.indexOf(document.activeElement) + step];
      next?.focus();
      event.preventDefault();
    }
  });

  return {
    take(name, told) {
      if (name === 'snapshot') {
        known = true;
        const there = new Set(told.products.map((product) => product.productId));
        [...rows.keys()].filter((id) => !there.has(id)).forEach((id) => this.remove(id));
      }
      (told.products ?? []).filter((product) => isProductId(product.productId)).forEach(take);
      (told.gone ?? []).forEach((id) => this.remove(id));
      if (told.pipeline) {
        strip(told.pipeline);
      }
      tellIfEmpty();
    },
    remove(productId) {
      rows.get(productId)?.tr.remove();
      rows.delete(productId);
    },
    select(productId) {
      selected = productId;
      rows.forEach(mark);
    },
    has: (productId) => rows.has(productId),
    first: () => rows.keys().next().value ?? '',
  };
}
