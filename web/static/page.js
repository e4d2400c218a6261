// The page: shows the newest snapshot and sends what people tap. It knows no rules; a game draws its own board.
// Each part of it lives in a file of its own and looks at the snapshot by itself.

import { setUpAdvice } from "./advice.js";
import { setUpBoardOffer } from "./boardoffer.js";
import { setUpBox } from "./box.js";
import { setUpCalibrate } from "./calibrate.js";
import { setUpCalls } from "./calls.js";
import { setUpChoices } from "./choices.js";
import { setUpDevices } from "./devices.js";
import { setUpDice } from "./dice.js";
import { setUpDoor } from "./door.js";
import { setUpHeld } from "./held.js";
import { live } from "./live.js";
import { setUpLobby } from "./lobby.js";
import { setUpOwn } from "./own.js";
import { setUpPieces } from "./pieces.js";
import { setUpPlay } from "./play.js";
import { setUpPutting } from "./putting.js";
import { setUpSeats } from "./seats.js";
import { setUpSound } from "./sound.js";
import { setUpStory } from "./story.js";
import { setUpSure } from "./sure.js";
import { setUpTray } from "./tray.js";

for (const setUp of [
  setUpHeld, setUpAdvice, setUpCalls, setUpPieces, setUpPlay, setUpDevices, setUpDice, setUpCalibrate, setUpTray, setUpChoices, setUpSeats,
  setUpLobby, setUpOwn, setUpBox, setUpDoor, setUpPutting, setUpBoardOffer, setUpStory, setUpSound, setUpSure,
]) {
  setUp();
}
live();
