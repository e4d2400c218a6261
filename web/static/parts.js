// The parts of the page that a game brings along: its board (`board.js`) and, where buttons are not enough, its panel
// (`panel.js`, `panel.css`). Fetched once, when the game is first shown; what it does not bring is not asked for.
//
// A board exports `draw(svg, position, tools)`, and may export
//   `preview(svg, position, event)`  shows in the drawing what an option would do; null: takes that away again
//   `letPut(svg, place, position, correct)`  lets people put the drawn board right; buttons for that go into `place`, and
//                              `correct(changes)` sends what stands elsewhere, as keys of the position
//   `columnsClosed(position)`  how many columns are won: one more sounds
//   `piece(seat)`              a player's mark, where it is none of the usual ones
//   `pdfs`                     what can be printed as PDF: `{tiles: "Tiles and backs"}` leads to /print/tiles-a4.pdf
//   `unit`                     what the game's one number counts, said under it
//   `wanted(prompt)`           what a question asks for, as "choose"; undefined: that
// A panel may export
//   `choices(prompt, tools)`   the elements with which a seat answers a prompt, in place of a list of buttons; null: the list;
//                              `tools.grid(nths)` makes buttons of the options with these numbers
//   `more(element, tools)`     whatever else stands below the choices, drawn anew after every change
//   `names(prompt, tools)`     whether the seat's name stands among these elements, so that the page leaves it out
//   `showsDice(tools)`         whether the dice stand among them, so that the page leaves them out too
//   `leads(tools)`             whether the board comes after the choices, however small it is
//   `setUp(element, tools)`    what stands below the options in the lobby while this game is chosen
//   `settles`                  the names of the options that are chosen there, so that the page leaves them out
// For printing, `paper.js` may export `paper(element, tools)`; without it the board is printed.
// `tools` is `{snapshot, choose(event), send(event, fields), call(path, body), ask(path, body), complain(sentence), player(seat),
// isMine(seat)}`; `call` says on the page why nothing came, `ask` does not. `tools.brief`: the drawing is read from afar.
// Either may import further modules that lie beside it, those of the game that it expands, and dice.js, dom.js, slider.js,
// tokens.js and words.js of /static.

import { act, ask, call, complain } from "./calls.js";
import { at } from "./dom.js";
import { isMine, now, player, show } from "./snapshot.js";

const BROUGHT = JSON.parse(document.documentElement.dataset.games ?? "{}"); // game -> the names of its parts
const parts = new Map(); // "game/part" -> the module, or null where it cannot be had; undefined while it is fetched

// The module, as soon as it is there; what needs it is drawn again then.
function part(game, name) {
  if (!BROUGHT[game]?.includes(name)) return null;
  const key = `${game}/${name}`;
  if (!parts.has(key)) {
    parts.set(key, undefined);
    import(`/games/${game}/${name}.js`).catch(() => null).then((module) => {
      parts.set(key, module);
      if (now) show(now);
    });
  }
  return parts.get(key);
}

export const boardOf = (game) => part(game, "board");

export const preview = (event) => boardOf(now.game)?.preview?.(at("board"), now.position, event || null);

export const paperOf = (game) => styled(game, part(game, "paper"));

export const panelOf = (game) => styled(game, part(game, "panel"));

function styled(game, module) {
  if (module && !document.querySelector(`link[data-game="${game}"]`)) {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = `/games/${game}/panel.css`;
    sheet.dataset.game = game;
    document.head.append(sheet);
  }
  return module;
}

export function tools() {
  return {
    snapshot: now,
    choose: (event, version = now.version) => act("choose", { event, version }), // which snapshot is answered
    send: (event, fields = {}) => act("choose", { event: { event, ...fields } }),
    call: (path, body) => call(path, JSON.stringify({ version: now.version, ...body })),
    ask: (path, body) => ask(path, JSON.stringify({ version: now.version, ...body })),
    complain,
    player,
    isMine,
  };
}
