// The message list: texts, pictures, Components V2, and what can be done with each message.

import { find, make } from "./dom.js";
import { markdown, plain } from "./markdown.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const CLOSE = 5 * 60 * 1000; // milliseconds between messages of one heading
const TONES = 6;
const STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];
const list = find("messages");

/**
 * Shows messages. `act` is told what people do: click(id, name), select(id, name, values),
 * menu(id, of, entry), reply(message), edit(message), remove(message), dismiss(message), enlarge(url, alt).
 */
export class Messages {
  constructor(act) {
    this.act = act;
    this.names = new Map();
    this.me = "";
    this.menus = { message: [], person: [] };
    this.shown = new Map();
    this.atEnd = true;
    list.addEventListener("scroll", () => {
      this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
    });
    // What is read stays in view when pictures come and the window changes.
    this.sizes = new ResizeObserver(() => this.follow());
    this.sizes.observe(list);
  }

  follow() {
    if (this.atEnd) list.scrollTop = list.scrollHeight;
  }

  /** All of a channel at once, below its first words; nothing of it is announced. */
  replace(messages, welcome) {
    this.shown = new Map(messages.map((message) => [message.id, message]));
    list.replaceChildren(welcome, ...messages.map((message) => this.item(message)));
    find("announcer").replaceChildren();
    this.group();
    this.atEnd = true;
    this.follow();
  }

  /** A new message at the end, or a new version in the old one's place. */
  put(message) {
    const old = find(`message-${message.id}`);
    const item = this.item(message);
    this.shown.set(message.id, message);
    if (old) {
      const label = old.contains(document.activeElement) && document.activeElement.dataset.label;
      old.replaceWith(item);
      if (label) {
        // Keep the keyboard's place: the same button of the new version, if it can be pressed.
        const same = item.querySelector(`[data-label="${CSS.escape(label)}"]:enabled`);
        (same ?? find("input")).focus();
      }
    } else {
      list.append(item);
    }
    this.group();
    if (message.author.id === this.me && !old) this.atEnd = true;
    this.follow();
    if (message.author.id !== this.me && !(message.flags & LOADING)) this.announce(message);
  }

  remove(id) {
    this.shown.delete(id);
    const item = find(`message-${id}`);
    if (item?.contains(document.activeElement)) find("input").focus();
    item?.remove();
    this.group();
  }

  /** Who goes on speaking needs no second heading. */
  group() {
    let before = null;
    for (const message of this.shown.values()) {
      const again =
        before?.author.id === message.author.id &&
        !message.asked &&
        !message.message_reference &&
        (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
        new Date(message.timestamp) - new Date(before.timestamp) < CLOSE;
      find(`message-${message.id}`)?.classList.toggle("again", again);
      before = message;
    }
  }

  lastOwn() {
    return [...this.shown.values()].reverse().find((message) => message.author.id === this.me);
  }

  announce(message) {
    const texts = [message.content, ...parts(message.components).map((part) => part.content ?? "")];
    const said = texts.filter(Boolean).map((text) => plain(text, this.names));
    const line = [`${message.name}:`, ...said, ...altTexts(message)].join(" ");
    const announcer = find("announcer");
    announcer.append(make("p", {}, line));
    while (announcer.childElementCount > 20) announcer.firstElementChild.remove();
  }

  item(message) {
    const hidden = Boolean(message.flags & EPHEMERAL);
    const classes = [
      hidden && "ephemeral",
      message.author.bot && "bot",
      message.author.id === this.me && "own",
    ];
    const article = make(
      "article",
      { className: classes.filter(Boolean).join(" ") },
      this.avatar(message),
      ...this.context(message),
      this.heading(message),
      this.body(message),
      ...(hidden ? [make("p", { className: "small private" }, "Only you can see this.")] : []),
      this.actions(message, hidden),
    );
    const image = article.querySelector("img[width]");
    if (image) {
      // Its room is known before it is there; attributes only, since loading takes a while.
      const [width, height] = ["width", "height"].map((name) => Number(image.getAttribute(name)));
      article.style.setProperty("--width", `${width}px`);
      article.style.setProperty("--ratio", width / height);
    }
    const item = make("li", { id: `message-${message.id}` }, article);
    this.sizes.observe(item);
    return item;
  }

  avatar({ author, name }) {
    const tone = [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % TONES;
    const sign = author.bot ? "♠" : name.slice(0, 1).toUpperCase();
    const className = author.bot ? "avatar" : `avatar tone${tone}`;
    return make("span", { className, "aria-hidden": "true" }, sign);
  }

  context(message) {
    if (message.asked) {
      return [make("p", { className: "small" }, message.asked)];
    }
    if (!message.message_reference || !("referenced_message" in message)) return [];
    const answered = message.referenced_message;
    const texts = answered && [answered.content, ...parts(answered.components).map((p) => p.content ?? "")];
    const line = answered ? plain(texts.filter(Boolean).join(" "), this.names) : "a deleted message";
    return [make("p", { className: "small reply" }, `↱ ${line.length > 80 ? `${line.slice(0, 79)}…` : line}`)];
  }

  heading(message) {
    const time = new Date(message.timestamp);
    return make(
      "h3",
      {},
      message.name,
      ...(message.author.bot ? [make("span", { className: "badge" }, "bot")] : []),
      make(
        "time",
        { dateTime: message.timestamp },
        time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
      ),
      ...(message.edited_timestamp ? [make("span", { className: "edited" }, "edited")] : []),
    );
  }

  body(message) {
    const body = make("div", { className: "body" });
    if (message.flags & LOADING) {
      body.append(make("p", { className: "thinking" }, `${message.name} is thinking…`));
    }
    if (message.type === 6) body.append(make("p", {}, "pinned a message."));
    body.append(...markdown(message.content, this.names));
    for (const embed of message.embeds) body.append(this.embed(embed));
    const inGallery = parts(message.components).some((part) => part.items);
    for (const file of inGallery ? [] : message.attachments) body.append(this.file(file));
    for (const part of message.components) body.append(this.component(part, message));
    return body;
  }

  embed(embed) {
    return make(
      "section",
      { className: "box" },
      ...(embed.title ? [make("p", { className: "title" }, embed.title)] : []),
      ...markdown(embed.description ?? "", this.names),
      ...(embed.fields ?? []).flatMap((field) => [
        make("p", { className: "title3" }, field.name),
        ...markdown(field.value, this.names),
      ]),
    );
  }

  file(file) {
    if (file.content_type?.startsWith("image/")) {
      return this.image(file.url, file.description, file.width, file.height);
    }
    const size = `${Math.ceil(file.size / 1024)} KB`;
    return make("p", {}, make("a", { href: file.url, download: file.filename }, file.filename), ` ${size}`);
  }

  image(url, description, width, height) {
    const alt = description ?? "A picture without a description";
    const src = new URL(url).pathname; // the page may be open under another name of this computer
    const image = make("img", { src, alt });
    if (width && height) Object.assign(image, { width, height });
    const button = make("button", { type: "button", className: "picture", "data-label": "picture" }, image);
    button.addEventListener("click", () => this.act.enlarge(src, alt));
    return button;
  }

  component(part, message) {
    const inside = () => (part.components ?? []).map((inner) => this.component(inner, message));
    switch (part.type) {
      case 1:
        return make("div", { className: "row" }, ...inside());
      case 2:
        return this.button(part, message);
      case 3:
        return this.select(part, message);
      case 9: {
        const texts = make("div", {}, ...inside());
        return make("div", { className: "section" }, texts, this.component(part.accessory, message));
      }
      case 10:
        return make("div", {}, ...markdown(part.content, this.names));
      case 11:
        return this.image(part.media.url, part.description, part.media.width, part.media.height);
      case 12:
        return make(
          "div",
          { className: "gallery" },
          ...part.items.map(({ media, description }) =>
            this.image(media.url, description, media.width, media.height),
          ),
        );
      case 13:
        return make("p", {}, make("a", { href: part.file.url, download: "" }, "A file"));
      case 14:
        return make("hr", { className: part.divider ? "" : "blank" });
      case 17: {
        const box = make("section", { className: "box" }, ...inside());
        if (part.accent_color !== null) {
          box.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
        }
        return box;
      }
      default:
        return make("p", { className: "small" }, `(component ${part.type})`);
    }
  }

  button(part, message) {
    const name = [unicode(part.emoji), part.label].filter(Boolean).join(" ");
    if (part.url) return make("a", { href: part.url, target: "_blank", rel: "noreferrer noopener", className: "button" }, name);
    const button = make(
      "button",
      {
        type: "button",
        className: STYLES[part.style],
        disabled: part.disabled ?? false,
        "data-label": name,
      },
      name,
    );
    button.addEventListener("click", () => this.act.click(message.id, part.custom_id));
    return button;
  }

  /** A native select and a button: arrows in a closed select must not choose already. */
  select(part, message) {
    const title = part.placeholder ?? "Choose";
    const several = (part.max_values ?? 1) > 1;
    const select = make(
      "select",
      { "aria-label": title, disabled: part.disabled ?? false, multiple: several, "data-label": title },
      ...(several ? [] : [make("option", { value: "" }, title)]),
      ...part.options.map((option) =>
        make(
          "option",
          { value: option.value, selected: option.default ?? false },
          [unicode(option.emoji), option.label, option.description && `(${option.description})`]
            .filter(Boolean)
            .join(" "),
        ),
      ),
    );
    const choose = make("button", { type: "button", "data-label": `${title} ok`, disabled: part.disabled ?? false }, "Choose");
    choose.addEventListener("click", () => {
      const values = [...select.selectedOptions].map((option) => option.value).filter(Boolean);
      if (values.length) this.act.select(message.id, part.custom_id, values);
    });
    return make("span", { className: "select" }, select, choose);
  }

  actions(message, hidden) {
    const actions = make("p", { className: "actions" });
    const add = (label, what) => {
      const name = `${label} ${message.name}'s message`;
      const button = make("button", { type: "button", "aria-label": name, "data-label": label }, label);
      button.addEventListener("click", () => what(message));
      actions.append(button);
    };
    if (hidden) add("Dismiss", this.act.dismiss);
    else add("Reply", this.act.reply);
    if (message.author.id === this.me) {
      add("Edit", this.act.edit);
    }
    if (message.author.id === this.me || (this.manages && !hidden)) add("Delete", this.act.remove);
    // The app's entries of context menus, where they make sense: on its messages, and on people.
    const of = message.author.bot ? "message" : "person";
    if (!hidden && message.author.id !== this.me) {
      for (const entry of this.menus[of]) add(entry, () => this.act.menu(message.id, of, entry));
    }
    return actions;
  }
}

/** A native option or button shows no pictures, and the words beside them say the same. */
function unicode(emoji) {
  return emoji?.id ? "" : emoji?.name;
}

/** All components of a message, the outer before the inner. */
function parts(components) {
  return components.flatMap((part) => [
    part,
    ...parts(part.components ?? []),
    ...parts(part.accessory ? [part.accessory] : []),
  ]);
}

function altTexts(message) {
  const items = parts(message.components).flatMap((part) => part.items ?? []);
  const shown = items.length ? items : message.attachments;
  return shown.map((item) => item.description).filter(Boolean);
}
