// The line people type in: messages, and slash commands that complete themselves.
//
// A command is typed as `/patience start anna deal:17`: the words of the command, then its options
// as `name:value`. What stands before the first name belongs to the first option.

import { find, make } from "./dom.js";

const ASK_AFTER = 120; // milliseconds without a key before the bot is asked for completions

const input = find("input");
const listbox = find("suggestions");
const context = find("context");

/** `send(request)` talks to the server and says whether it could; `lastOwn()` is the person's last
 *  message; `complain(text)` says why a line can't be sent. */
export class Composer {
  constructor(send, lastOwn, complain) {
    this.send = send;
    this.complain = complain;
    this.lastOwn = lastOwn;
    this.commands = [];
    this.suggestions = [];
    this.active = -1;
    this.asks = 0;
    this.choices = { key: "", list: [] };
    this.picked = new Map();
    this.target = null;
    this.typedAt = 0;
    input.addEventListener("input", () => this.changed());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.show([]));
    find("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    context.querySelector("button").addEventListener("click", () => this.about(null));
  }

  /** What the line is about: null, {kind: "reply" | "edit", message}. */
  about(target) {
    if (this.target?.kind === "edit") input.value = "";
    this.target = target;
    context.hidden = !target;
    if (target) {
      const words = { reply: `Replying to ${target.message.name}`, edit: "Editing your message" };
      context.querySelector("span").textContent = words[target.kind];
    }
    if (target?.kind === "edit") input.value = target.message.content;
    input.focus();
  }

  changed() {
    const now = Date.now();
    if (input.value && !input.value.startsWith("/") && now - this.typedAt > 5000) {
      this.typedAt = now;
      this.send({ type: "typing" });
    }
    this.suggest();
  }

  key(event) {
    const { key } = event;
    const open = this.suggestions.length > 0;
    if (open && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      const count = this.suggestions.length;
      const next = key === "ArrowDown" ? this.active + 1 : (this.active > 0 ? this.active : count) - 1;
      this.activate(next % count);
    } else if (open && key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.accept(this.suggestions[Math.max(this.active, 0)]);
    } else if (key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (open && (this.active >= 0 || !this.parse())) this.accept(this.suggestions[Math.max(this.active, 0)]);
      else this.submit();
    } else if (key === "Escape") {
      if (open) this.show([]);
      else if (this.target) this.about(null);
    } else if (key === "ArrowUp" && !input.value) {
      const message = this.lastOwn();
      if (message) {
        event.preventDefault();
        this.about({ kind: "edit", message });
      }
    }
  }

  /** Sends a line as if it had been typed. */
  run(line) {
    this.about(null);
    input.value = line;
    this.submit();
  }

  submit() {
    const text = input.value.trim();
    if (!text) return;
    let request;
    if (text.startsWith("/") && !this.target) {
      const typed = this.parse();
      if (!typed) {
        this.suggest();
        if (!this.suggestions.length) this.complain("There is no such command; / alone lists all.");
        return;
      }
      const missing = typed.command.options.find(
        ({ name, required }) => required && !typed.options[name]?.trim(),
      );
      if (missing) return this.complain(`This command needs ${missing.name}: ${missing.description}`);
      request = { type: "slash", words: typed.command.words, options: this.values(typed) };
    } else if (this.target?.kind === "edit") {
      request = { type: "edit", message: this.target.message.id, text };
    } else {
      request = { type: "say", text, reply_to: this.target?.message.id };
    }
    if (!this.send(request)) return; // what was typed stays
    this.complain(""); // what was wrong with the line is past
    this.picked.clear();
    this.show([]);
    this.about(null);
    input.value = "";
  }

  /** The command in the line, its options by name, and the option the cursor is in. */
  parse() {
    const text = input.value.slice(1);
    const command = this.commands
      .filter(({ words }) => text === words || text.startsWith(`${words} `))
      .sort((a, b) => b.words.length - a.words.length)[0];
    if (!command) return null;
    const rest = text.slice(command.words.length + 1);
    const names = command.options.map((option) => option.name);
    const pattern = new RegExp(`(?:^|\\s)(${names.map((name) => name.replace(/\W/g, "\\$&")).join("|") || "(?!)"}):`, "gu");
    const options = {};
    let current = names[0];
    let from = 0;
    for (const match of rest.matchAll(pattern)) {
      const before = rest.slice(from, match.index).trim();
      if (before || from) options[current] = before;
      current = match[1];
      from = match.index + match[0].length;
    }
    const last = rest.slice(from).trimStart();
    if ((last || from) && current) options[current] = last;
    return { command, options, current, last };
  }

  values({ command, options }) {
    const result = {};
    for (const [name, typed] of Object.entries(options)) {
      const text = typed.trim();
      if (!text) continue;
      const choices = command.options.find((option) => option.name === name).choices ?? [];
      const same = choices.find((choice) => choice.name === text);
      result[name] = same?.value ?? this.picked.get(`${name}:${text}`) ?? text;
    }
    return result;
  }

  suggest() {
    if (!input.value.startsWith("/") || this.target) return this.show([]);
    const typed = this.parse();
    const start = input.value.slice(1).toLowerCase();
    if (!typed || (!input.value.includes(" ", typed.command.words.length) && start === typed.command.words)) {
      const found = this.commands.filter(({ words }) => words.startsWith(start));
      return this.show(
        found.map(({ words, description }) => ({ label: `/${words}`, detail: description, line: `/${words} ` })),
      );
    }
    const { command, options, current, last } = typed;
    const option = command.options.find(({ name }) => name === current);
    const more = command.options
      .filter(({ name }) => !(name in options) && name !== current)
      .map(({ name, description }) => ({
        label: `${name}:`,
        detail: description,
        line: `${input.value.trimEnd()} ${name}:`,
      }));
    if (!option) return this.show([]);
    const base = input.value.slice(0, input.value.length - last.length);
    const offer = (choices) =>
      this.show([
        ...choices.map(({ name, value }) => ({
          label: name,
          line: `${base}${name}`,
          pick: [`${option.name}:${name}`, value],
        })),
        ...(last ? more : []),
      ]);
    const text = last.trim();
    if (option.choices) {
      offer(option.choices.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())));
    } else if (option.type === 5) {
      offer(["True", "False"].map((name) => ({ name, value: name })));
    } else if (option.autocomplete) {
      const key = `${command.words} ${option.name} ${text}`;
      if (this.choices.key === key) return offer(this.choices.list);
      offer([]);
      this.ask(key, command, option, text, this.values(typed));
    } else {
      this.show(last ? more : [{ label: `${option.name}:`, detail: option.description, line: input.value }, ...more]);
    }
  }

  ask(key, command, option, typed, options) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      delete options[option.name];
      this.asks += 1;
      this.asking = { number: this.asks, key };
      this.send({ type: "complete", ask: this.asks, words: command.words, focused: option.name, typed, options });
    }, ASK_AFTER);
  }

  /** The bot's completions arrived. */
  chosen({ ask, choices }) {
    if (ask !== this.asking?.number) return;
    this.choices = { key: this.asking.key, list: choices };
    if (document.activeElement === input) this.suggest();
  }

  accept(suggestion) {
    if (suggestion.pick) this.picked.set(...suggestion.pick);
    input.value = suggestion.line;
    input.setSelectionRange(input.value.length, input.value.length);
    this.active = -1;
    this.changed();
    if (suggestion.pick) this.show([]);
  }

  show(suggestions) {
    this.suggestions = suggestions.slice(0, 25);
    listbox.replaceChildren(
      ...this.suggestions.map((suggestion, index) => {
        const item = make(
          "li",
          { role: "option", id: `suggestion-${index}`, "aria-selected": "false" },
          make("b", {}, suggestion.label),
          make("span", {}, suggestion.detail ?? ""),
        );
        // Before the input loses the focus.
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.accept(suggestion);
          input.focus();
        });
        return item;
      }),
    );
    listbox.hidden = !this.suggestions.length;
    input.setAttribute("aria-expanded", String(!listbox.hidden));
    this.activate(-1);
  }

  activate(index) {
    this.active = index;
    [...listbox.children].forEach((item, number) => {
      item.setAttribute("aria-selected", String(number === index));
      if (number === index) item.scrollIntoView({ block: "nearest" });
    });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `suggestion-${index}`);
  }
}
