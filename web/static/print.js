// One page of paper: the game as it stands, drawn by the game's own part of the page.

import { at, element, svg } from "./dom.js";
import { boardOf, paperOf, tools } from "./parts.js";
import { setUpPieces } from "./pieces.js";
import { inLobby, now, onShow, over, player, show } from "./snapshot.js";

function showPaper() {
  at("title").textContent = document.title = inLobby() ? "No game is under way" : now.title;
  if (inLobby()) return;
  const names = (now.winners ?? []).map(player).join(" and ");
  at("said").textContent = `${now.position.players.join(", ")}. ${over() ? `Won by ${names || "nobody"}.` : "Not finished yet."}`;
  const [board, paper] = [boardOf(now.game), paperOf(now.game)];
  if (paper) paper.paper(at("paper"), tools());
  else if (paper === null && board) {
    const drawn = svg("svg", {});
    board.draw(drawn, now.position, tools());
    at("paper").replaceChildren(drawn);
  }
}

// What the game lets print as PDF.
function offerPdfs() {
  const things = Object.entries((inLobby() ? null : boardOf(now.game)?.pdfs) ?? {});
  at("pdfs").hidden = !things.length;
  at("pdfs").querySelector("ul").replaceChildren(
    ...things.map(([thing, name]) => {
      const line = element("li", `${name}: `);
      for (const [paper, called] of [["a4", "A4"], ["letter", "Letter"]]) {
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
