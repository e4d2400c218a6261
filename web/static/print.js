// One page of paper: the game as it stands, drawn by the game's own part of the page.

import { at, svg } from "./dom.js";
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

setUpPieces();
onShow(showPaper);
at("print").addEventListener("click", () => print());
show(await (await fetch("/api/snapshot")).json());
