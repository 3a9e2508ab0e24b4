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

/** Asks the form's questions; `done(values)` gets the answers by custom id, unless cancelled. */
export function ask(form, done) {
  const dialog = find("form");
  find("form-title").textContent = form.title;
  dialog.querySelector(".fields").replaceChildren(...form.components.map(field));
  dialog.onclose = () => {
    if (dialog.returnValue !== "send") return;
    const fields = dialog.querySelectorAll("[name]");
    done(Object.fromEntries([...fields].map((input) => [input.name, input.value])));
  };
  dialog.returnValue = "";
  dialog.showModal();
}

function field(part) {
  if (part.type === 10) return make("div", {}, ...markdown(part.content));
  if (part.type === 1) return make("div", {}, ...part.components.map(field));
  const inner = part.type === 18 ? part.component : part;
  const label = part.label ?? inner.label ?? inner.placeholder ?? "";
  const detail = part.description ? [make("span", { className: "small" }, part.description)] : [];
  return make("label", {}, label, ...detail, control(inner));
}

function control(part) {
  const shared = { name: part.custom_id, required: part.required ?? true };
  if (part.type === 3) {
    const options = part.options.map(({ label, value, default: selected }) =>
      make("option", { value, selected: selected ?? false }, label),
    );
    return make("select", shared, ...options);
  }
  return make(part.style === 2 ? "textarea" : "input", {
    ...shared,
    value: part.value ?? "",
    placeholder: part.placeholder ?? "",
    ...(part.max_length ? { maxLength: part.max_length } : {}),
    ...(part.min_length ? { minLength: part.min_length } : {}),
  });
}
