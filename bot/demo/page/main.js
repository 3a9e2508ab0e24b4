// The connection to the loopback Discord, and what hangs together on the page.

import { Composer } from "./composer.js";
import { ask, enlarge } from "./dialogs.js";
import { find, make } from "./dom.js";
import { Messages } from "./messages.js";
import { welcome } from "./welcome.js";

const TEXT = 0;
const THREAD = 11;
const DM = 1;
const SLOWEST = 5000; // milliseconds between attempts to reconnect

const PERMISSIONS = {
  view_channel: "see the channel",
  send_messages: "send messages",
  attach_files: "attach pictures",
  embed_links: "embed links",
  read_message_history: "read older messages",
  pin_messages: "pin messages",
};

let socket = null;
let pause = 250;
// A tab keeps who and where it is; another tab may be somebody else.
let state = {
  me: sessionStorage.getItem("person"),
  channel: sessionStorage.getItem("channel"),
  channels: [],
};
const news = new Set();

const messages = new Messages({
  click: (message, name) => send({ type: "click", message, name }),
  select: (message, name, values) => send({ type: "select", message, name, values }),
  menu: (message, of, name) => send({ type: "menu", message, of, name }),
  reply: (message) => composer.about({ kind: "reply", message }),
  edit: (message) => composer.about({ kind: "edit", message }),
  remove: ({ id }) => send({ type: "delete", message: id }),
  dismiss: ({ id }) => send({ type: "dismiss", message: id }),
  enlarge,
});
const composer = new Composer(send, () => messages.lastOwn(), notice);

const handlers = {
  state: show,
  messages: ({ messages: all }) => {
    find("typing").textContent = "";
    messages.replace(all, first());
  },
  message: ({ message }) => {
    if (find("typing").dataset.name === message.name) find("typing").textContent = "";
    messages.put(message);
  },
  deleted: ({ id }) => messages.remove(id),
  elsewhere: ({ channel }) => {
    news.add(channel);
    showChannels();
  },
  typing: ({ name }) => typing(name),
  choices: (found) => composer.chosen(found),
  form: ({ interaction, form }) =>
    ask(form, state.channels.filter(({ kind }) => kind === TEXT), (values) => send({ type: "submit", interaction, values })),
  notice: ({ text }) => notice(text),
};

function connect() {
  const key = new URLSearchParams(location.hash.slice(1)).keys().next().value ?? "";
  socket = new WebSocket(`ws://${location.host}/page`);
  socket.addEventListener("open", () => {
    notice("");
    socket.send(JSON.stringify({ type: "hello", key, person: state.me, channel: state.channel }));
  });
  socket.addEventListener("message", ({ data }) => {
    pause = 250;
    const item = JSON.parse(data);
    handlers[item.type](item);
  });
  socket.addEventListener("close", ({ code, reason }) => {
    document.body.classList.add("offline");
    if (code === 4004) return status(`${reason} Use the address that the terminal shows.`);
    status("Connection lost, trying again…");
    setTimeout(connect, pause);
    pause = Math.min(SLOWEST, pause * 2);
  });
}

function first() {
  const channel = state.channels.find(({ id }) => id === state.channel);
  return welcome(channel, title(channel), state.commands, (line) => composer.run(line));
}

/** Whether it could be sent. */
function send(request) {
  const open = socket?.readyState === WebSocket.OPEN;
  if (open) socket.send(JSON.stringify(request));
  else notice("Not connected; nothing was sent.");
  return open;
}

function status(text) {
  if (find("status").textContent !== text) find("status").textContent = text;
}

function notice(text) {
  find("notice").textContent = text;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (find("notice").textContent = ""), 8000);
}

function typing(name) {
  const line = find("typing");
  line.dataset.name = name;
  line.textContent = `${name} is typing…`;
  clearTimeout(typing.timer);
  typing.timer = setTimeout(() => (line.textContent = ""), 9000);
}

function show(next) {
  state = next;
  sessionStorage.setItem("person", state.me);
  sessionStorage.setItem("channel", state.channel);
  document.body.classList.toggle("offline", !state.bot.online);
  status(state.bot.online ? `${state.bot.name} is here` : `${state.bot.name} is offline`);
  find("guild").textContent = state.guild;
  const people = state.people.map(({ id, name }) =>
    make("option", { value: id, selected: id === state.me }, name),
  );
  const roles = state.people.filter(({ role }) => role).map(({ name, role }) => `${name}: ${role}`);
  find("roles").textContent = roles.join(", ");
  find("person").replaceChildren(...people);
  news.delete(state.channel);
  showChannels();
  composer.commands = state.commands;
  // The commands come with the bot, which may be later than the page.
  document.querySelector(".welcome")?.replaceWith(first());
  messages.me = state.me;
  messages.manages = state.manages;
  messages.menus = state.menus;
  find("rename").hidden = !state.renames;
  messages.names = new Map(
    [...state.people, ...state.channels, state.bot].map(({ id, name }) => [id, name]),
  );
  showPermissions();
}

function title(channel) {
  return channel.kind === DM ? `@${state.bot.name}` : `#${channel.name}`;
}

function showChannels() {
  const current = state.channels.find(({ id }) => id === state.channel);
  find("channel").textContent = title(current);
  document.title = `${title(current)}: ${state.guild}`;
  const focused = document.activeElement?.dataset.channel;
  find("channels").replaceChildren(
    ...state.channels.map((channel) => {
      const button = make(
        "button",
        {
          type: "button",
          "data-channel": channel.id,
          className: channel.kind === THREAD ? "thread" : "",
          "aria-current": channel.id === state.channel ? "page" : undefined,
        },
        title(channel),
        ...(news.has(channel.id) ? [make("span", { className: "new" }, "new")] : []),
      );
      button.addEventListener("click", () => {
        send({ type: "open", channel: channel.id });
        find("input").focus();
      });
      return make("li", {}, button);
    }),
  );
  if (focused) find("channels").querySelector(`[data-channel="${focused}"]`)?.focus();
}

function showPermissions() {
  const fieldset = find("permissions");
  const focused = document.activeElement?.name;
  const boxes = Object.entries(state.permissions).map(([name, on]) => {
    const box = make("input", { type: "checkbox", name, checked: on });
    box.addEventListener("change", () => send({ type: "permission", name, on: box.checked }));
    return make("label", {}, box, ` ${PERMISSIONS[name] ?? name}`);
  });
  fieldset.querySelector("div").replaceChildren(...boxes);
  fieldset.hidden = !boxes.length;
  if (focused) fieldset.querySelector(`[name="${focused}"]`)?.focus();
}

find("person").addEventListener("change", ({ target }) => send({ type: "open", person: target.value, channel: state.channel }));
find("thread").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = event.target.elements.namedItem("name");
  send({ type: "thread", name: name.value });
  name.value = "";
});
find("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = event.target.elements.namedItem("name");
  send({ type: "rename", name: name.value });
  name.value = "";
});
find("trouble").addEventListener("click", ({ target }) => {
  if (target.value) send({ type: "trouble", what: target.value });
});

// Whoever presses a button and then types means the line.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const typed = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
  if (typed && !target.closest("input, textarea, select, dialog")) find("input").focus();
});

connect();
