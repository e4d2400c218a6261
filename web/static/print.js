// One page of paper: the game as it stands, drawn by the game's own part of the page.

import { at, element, svg } from "./dom.js";
import { boardOf, paperOf, tools } from "./parts.js";
import { setUpPieces } from "./pieces.js";
import { inLobby, now, onShow, over, player, show } from "./snapshot.js";
import { say } from "./words.js";

function showPaper() {
  at("title").textContent = document.title = inLobby() ? say("No game is under way") : now.title;
  if (inLobby()) return;
  const names = (now.winners ?? []).map(player).join(say(" and "));
  at("said").textContent = `${now.position.players.join(", ")}. ${ended(names)}`;
  const [board, paper] = [boardOf(now.game), paperOf(now.game)];
  if (paper) paper.paper(at("paper"), tools());
  else if (paper === null && board) {
    const drawn = svg("svg", {});
    board.draw(drawn, now.position, tools());
    at("paper").replaceChildren(drawn);
  }
}

function ended(names) {
  if (!over()) return say("Not finished yet.");
  return names ? say("Won by {names}.", { names }) : say("Won by nobody.");
}

// What the game lets print as PDF.
function offerPdfs() {
  const things = Object.entries((inLobby() ? null : boardOf(now.game)?.pdfs) ?? {});
  at("pdfs").hidden = !things.length;
  at("pdfs").querySelector("ul").replaceChildren(
    ...things.map(([thing, name]) => {
      const line = element("li", `${name}: `); // in no language
      for (const [paper, called] of [["a4", "A4"], ["letter", "Letter"]]) { // in no language: sizes of paper
        const link = element("a", called);
        link.href = `/print/${thing}-${paper}.pdf`;
        link.setAttribute("aria-label", `${name}, ${called}, PDF`);
        line.append(link, " ");
      }
      return line;
    }),
  );
}

setUpPieces();
onShow(offerPdfs);
onShow(showPaper);
at("print").addEventListener("click", () => print());
show(await (await fetch("/api/snapshot")).json());
