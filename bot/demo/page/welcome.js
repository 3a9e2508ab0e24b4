// The first words in a channel: what it is for, and what to type.

import { make } from "./dom.js";
import { markdown } from "./markdown.js";

const THREAD = 11;
const DM = 1;

const PLACES = {
  table: {
    about: "Forty old solitaire games, played together by whoever is in the channel. Begin one:",
    lines: ["/patience start anna", "/patience games", "/patience help"],
  },
  daily: {
    about: "Every day has one deal that is the same for everybody, to play and to compare.",
    lines: ["/patience daily today", "/patience daily play", "/patience daily board"],
  },
  talk: {
    about: "Talk here, or play: every channel and every thread can have a table of its own.",
    lines: ["/patience start klondike", "/patience games"],
  },
};
const OWN = {
  about: "Here you are alone with the bot, and with a table that nobody else sees.",
  lines: ["/patience start flower-garden", "/patience daily play", "/patience help"],
};
const HOW = [
  "Then play with the buttons, or type moves by the names on the board: `3 5` moves from pile 3 " +
    "to pile 5, `7h 3` the seven of hearts to pile 3, `d` deals.",
  "There are more people here: choose who you are at the top, or open this page twice.",
];

/** The list item for a channel; `run(line)` sends a line as if it had been typed. */
export function welcome(channel, name, commands, run) {
  const { about, lines } = channel.kind === DM ? OWN : (PLACES[channel.name] ?? PLACES.talk);
  const known = lines.filter((line) => commands.some(({ words }) => line.slice(1).startsWith(words)));
  const chips = known.map((line) => {
    const button = make("button", { type: "button" }, line);
    button.addEventListener("click", () => run(line));
    return button;
  });
  return make(
    "li",
    { className: "welcome" },
    make("p", { className: "title" }, channel.kind === THREAD ? `The thread ${channel.name}` : `Welcome to ${name}`),
    ...markdown(about),
    make("p", { className: "chips" }, ...chips),
    ...HOW.flatMap((line) => markdown(line)),
  );
}
