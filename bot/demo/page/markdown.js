// Discord's markdown as DOM nodes.

import { make } from "./dom.js";

const INLINE = [
  [/`([^`\n]+)`/, ([, text]) => make("code", {}, text)],
  [/\*\*([\s\S]+?)\*\*/, ([, text], names) => make("strong", {}, ...inline(text, names))],
  [/__([\s\S]+?)__/, ([, text], names) => make("u", {}, ...inline(text, names))],
  [/~~([\s\S]+?)~~/, ([, text], names) => make("s", {}, ...inline(text, names))],
  [/\|\|([\s\S]+?)\|\|/, ([, text], names) => spoiler(inline(text, names))],
  [/\*(?!\s)([^*\n]+?)\*/, ([, text], names) => make("em", {}, ...inline(text, names))],
  [/(?<![\w])_(?!\s)([^_\n]+?)_(?![\w])/, ([, text], names) => make("em", {}, ...inline(text, names))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, ([, text, url]) => link(url, text)],
  [/<(https?:\/\/[^\s>]+)>/, ([, url]) => link(url, url)],
  [/https?:\/\/[^\s<>()]+[^\s<>().,;:!?'"]/, ([url]) => link(url, url)],
  [/<a?:(\w+):(\d+)>/, ([, name, id]) => emoji(name, id)],
  [/<@!?(\d+)>/, ([, id], names) => make("span", { className: "mention" }, `@${names.get(id) ?? "somebody"}`)],
  [/<#(\d+)>/, ([, id], names) => make("span", { className: "mention" }, `#${names.get(id) ?? "channel"}`)],
  [/<\/([^:>]+):\d+>/, ([, words]) => make("code", {}, `/${words}`)],
  [/<t:(\d+)(?::([tTdDfFR]))?>/, ([, seconds, style]) => moment(Number(seconds), style)],
  [/\\([^\w\s])/, ([, sign]) => document.createTextNode(sign)],
];

/** `text` as nodes; `names` maps ids of people and channels to what they are called. */
export function markdown(text, names = new Map()) {
  const nodes = [];
  let list = null;
  const blocks = text.split(/```(?:\w*\n)?([\s\S]*?)```/);
  blocks.forEach((block, index) => {
    if (index % 2) {
      nodes.push(make("pre", { tabIndex: 0 }, make("code", {}, block.replace(/\n$/, ""))));
      return;
    }
    for (const line of block.split("\n")) {
      const bullet = /^\s*[-*] (.+)/.exec(line);
      if (bullet) {
        if (!list) nodes.push((list = make("ul")));
        list.append(make("li", {}, ...inline(bullet[1], names)));
        continue;
      }
      list = null;
      if (line.trim()) nodes.push(paragraph(line, names));
    }
  });
  return nodes;
}

/** The words without the signs around them, as a screen reader should say them. */
export function plain(text, names = new Map()) {
  return markdown(text, names)
    .map((node) => node.textContent)
    .join(" ");
}

function paragraph(line, names) {
  const [, mark, rest] = /^(#{1,3}|-#|>) (.*)/.exec(line) ?? [null, "", line];
  const content = inline(rest, names);
  if (mark === ">") return make("blockquote", {}, ...content);
  if (mark === "-#") return make("p", { className: "small" }, ...content);
  if (mark) return make("p", { className: `title title${mark.length}` }, ...content);
  return make("p", {}, ...content);
}

function inline(text, names) {
  let first = null;
  for (const [pattern, build] of INLINE) {
    const match = pattern.exec(text);
    if (match && (!first || match.index < first.match.index)) first = { match, build };
  }
  if (!first) return text ? [document.createTextNode(text)] : [];
  const { match, build } = first;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  return [
    ...(before ? [document.createTextNode(before)] : []),
    build(match, names),
    ...inline(after, names),
  ];
}

function link(url, text) {
  return make("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text);
}

/** A picture, and for screen readers its name without the hash at its end. */
function emoji(name, id) {
  const words = name.replace(/_[0-9a-f]{6}$/, "").replaceAll("_", " ");
  const image = make("img", { src: `/emojis/${id}`, alt: "" });
  return make("span", { className: "emoji", title: words }, image, make("span", { className: "unseen" }, words));
}

function spoiler(content) {
  const inside = make("span", { hidden: true }, ...content);
  const button = make("button", { type: "button", className: "spoiler" }, "hidden text", inside);
  button.addEventListener("click", () => button.replaceWith(...inside.childNodes));
  return button;
}

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) {
    return document.createTextNode(`<t:${seconds}${style ? `:${style}` : ""}>`);
  }
  const options = {
    t: { timeStyle: "short" },
    T: { timeStyle: "medium" },
    d: { dateStyle: "short" },
    D: { dateStyle: "long" },
    F: { dateStyle: "full", timeStyle: "short" },
  }[style] ?? { dateStyle: "long", timeStyle: "short" };
  const text = style === "R" ? distance(seconds) : date.toLocaleString(undefined, options);
  return make("time", { dateTime: date.toISOString(), title: date.toLocaleString() }, text);
}

function distance(seconds) {
  const away = Math.round(seconds - Date.now() / 1000);
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= length) return format.format(Math.round(away / length), unit);
  }
  return format.format(away, "second");
}
