// Small helpers to build the page. Whatever people or the bot wrote only ever becomes text nodes.

/** An element with properties (aria-… and data-… are attributes) and children. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key in element && !key.includes("-")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function find(id) {
  return document.getElementById(id);
}
