// The two dialogs: a picture in full size, and the bot's forms.

import { find, make } from "./dom.js";
import { markdown } from "./markdown.js";

export function enlarge(url, alt) {
  const dialog = find("picture");
  const image = dialog.querySelector("img");
  image.src = url;
  image.alt = alt;
  dialog.querySelector("p").textContent = alt;
  dialog.showModal();
}

find("picture").addEventListener("click", (event) => {
  if (event.target !== event.currentTarget.querySelector("p")) event.currentTarget.close();
});

/**
 * Asks the form's questions; `done(values)` gets the answers by custom id, unless cancelled.
 * `channels` of {id, name} are those that can be picked.
 */
export function ask(form, channels, done) {
  const dialog = find("form");
  find("form-title").textContent = form.title;
  const fields = form.components.map((part) => field(part, channels));
  dialog.querySelector(".fields").replaceChildren(...fields);
  dialog.onclose = () => {
    if (dialog.returnValue !== "send") return;
    const entries = [...dialog.querySelectorAll("[data-field]")].map((element) => [
      element.dataset.field,
      answer(element),
    ]);
    done(Object.fromEntries(entries));
  };
  dialog.returnValue = "";
  dialog.showModal();
}

/** What was filled in: a text, whether a box is ticked, or the values that were chosen. */
function answer(element) {
  if (element.type === "checkbox") return element.checked;
  if (element.localName === "fieldset") return chosen(element.querySelectorAll(":checked"));
  return element.localName === "select" ? chosen(element.selectedOptions) : element.value;
}

function chosen(options) {
  return [...options].map(({ value }) => value).filter(Boolean);
}

function field(part, channels) {
  if (part.type === 10) return make("div", {}, ...markdown(part.content));
  if (part.type === 1) return make("div", {}, ...part.components.map((inner) => field(inner, channels)));
  const inner = part.type === 18 ? part.component : part;
  const label = part.label ?? inner.label ?? inner.placeholder ?? "";
  const detail = part.description ? [make("span", { className: "small" }, part.description)] : [];
  if (inner.type === 21 || inner.type === 22) return group(inner, label, detail);
  const element = control(inner, channels);
  return inner.type === 23
    ? make("label", { className: "box" }, element, label, ...detail)
    : make("label", {}, label, ...detail, element);
}

/** Boxes to tick, or a choice of one. */
function group(part, label, detail) {
  const type = part.type === 21 ? "radio" : "checkbox";
  const boxes = part.options.map(({ label: text, value, default: checked }) =>
    make(
      "label",
      { className: "box" },
      make("input", { type, name: part.custom_id, value, checked: checked ?? false }),
      text,
    ),
  );
  return make("fieldset", { "data-field": part.custom_id }, make("legend", {}, label), ...detail, ...boxes);
}

function control(part, channels) {
  const shared = { "data-field": part.custom_id, required: part.required ?? true };
  if (part.type === 23) {
    return make("input", { type: "checkbox", "data-field": part.custom_id, checked: part.default ?? false });
  }
  if (part.type === 3) {
    const options = part.options.map(({ label, value, default: selected }) =>
      make("option", { value, selected: selected ?? false }, label),
    );
    return make("select", { ...shared, multiple: (part.max_values ?? 1) > 1 }, ...options);
  }
  if (part.type === 8) {
    const begun = (part.default_values ?? []).map(({ id }) => String(id));
    const options = channels.map(({ id, name }) =>
      make("option", { value: id, selected: begun.includes(id) }, `#${name}`),
    );
    const none = make("option", { value: "" }, part.placeholder ?? "None");
    return make("select", shared, none, ...options);
  }
  return make(part.style === 2 ? "textarea" : "input", {
    ...shared,
    value: part.value ?? "",
    placeholder: part.placeholder ?? "",
    ...(part.max_length ? { maxLength: part.max_length } : {}),
    ...(part.min_length ? { minLength: part.min_length } : {}),
  });
}
