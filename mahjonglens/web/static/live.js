// Live: at most two frames are on their way, one being read and the next one ready, so that the
// reader never waits and nothing queues up; outlines follow the tiles.
import { $, h, t, check, keep, kept, number, problem, say } from "./dom.js";
import { read } from "./api.js";
import { Bench } from "./bench.js";
import { Overlay } from "./overlay.js";
import { picture } from "./tiles.js";
import { Rack } from "./rack.js";
import { show } from "./photo.js";

const LONGEST = 960; // px of the frames that are sent
const AHEAD = 2; // frames sent and not answered yet
const video = $("video");
const overlay = new Overlay(video);
$("stage").prepend(overlay.box);
$("shot").remove();

const canvas = new OffscreenCanvas(1, 1);
let stream = null;
let socket = null;
let reading = null; // of the last lock
let times = [];
let sent = 0; // frames over this socket
let answered = 0; // the number of the last frame that was answered
let drawing = false;

const byItself = check(t("live.byItself"), kept("live.auto", true), (on) => keep("live.auto", on));
document.querySelector(".live-bar").append(byItself);

$("go").addEventListener("click", () => start());
$("stop").addEventListener("click", () => stop(true));
$("hand-over").addEventListener("click", () => handOver());
$("which").addEventListener("change", () => start($("which").value));

async function start(device = null) {
  stop(false);
  problem("");
  $("work").hidden = true;
  if (!navigator.mediaDevices?.getUserMedia) return problem(t("live.insecure"));
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        width: { ideal: 1280 }, height: { ideal: 720 },
        ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } }),
      },
    });
  } catch (failure) {
    return problem(t(failure.name === "NotAllowedError" ? "live.denied" : "live.noCamera"));
  }
  video.srcObject = stream;
  $("start").hidden = true;
  $("stage").hidden = false;
  await video.play();
  await cameras();
  connect();
}

async function cameras() {
  const list = (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === "videoinput");
  $("which-field").hidden = list.length < 2;
  const now = stream.getVideoTracks()[0]?.getSettings().deviceId;
  $("which").replaceChildren(...list.map((d, i) =>
    h("option", { value: d.deviceId, selected: d.deviceId === now }, d.label || t("live.cameraN", { n: i + 1 }))));
}

function stop(home) {
  socket?.close();
  socket = null;
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  reading = null;
  times = [];
  overlay.svg.replaceChildren();
  if (home) {
    $("stage").hidden = true;
    $("start").hidden = false;
  }
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/api/live`);
  socket = mine;
  sent = answered = 0;
  mine.addEventListener("open", () => send());
  mine.addEventListener("message", (e) => {
    if (socket !== mine) return;
    const message = JSON.parse(e.data);
    answered = message.frame ?? sent;
    send();
    answer(message);
  });
  mine.addEventListener("close", (e) => {
    if (socket !== mine) return;
    stop(true);
    problem(t(e.code === 1013 ? "live.full" : "live.lost"));
  });
}

function draw() {
  const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

async function send() {
  const mine = socket;
  if (!mine || mine.readyState !== WebSocket.OPEN || drawing || sent - answered >= AHEAD) return;
  if (!video.videoWidth || document.hidden) {
    setTimeout(send, 200);
    return;
  }
  drawing = true;
  const frame = await draw().finally(() => (drawing = false));
  if (socket !== mine || mine.readyState !== WebSocket.OPEN) return;
  mine.send(frame);
  sent += 1;
  send();
}

function answer(message) {
  if (message.error) {
    $("waiting").textContent = message.error;
    return;
  }
  const now = performance.now();
  times = [...times.filter((at) => now - at < 2000), now];
  const rate = times.length > 1 ? (times.length - 1) / ((now - times[0]) / 1000) : 0;
  $("rate").textContent = t("live.rate", { n: number(rate.toFixed(1)) });
  $("rate").dataset.rate = rate.toFixed(1);
  outline(message);
  const text = message.locked ? t("live.locked") : message.waiting ?? t("live.reading");
  if ($("waiting").textContent !== text) $("waiting").textContent = text;
  $("pulse").className = message.locked ? "pulse locked" : "pulse go";
  if (!message.locked) reading = null;
  if (message.reading) {
    reading = message.reading;
    say(t("live.locked"));
    if (kept("live.auto", true)) handOver();
  }
}

function outline(message) {
  overlay.begin([message.width, message.height]);
  const kinds = new Map(message.groups.flatMap((g) => g.tiles.map((i) => [i, g.kind])));
  message.tiles.forEach((tile, i) => {
    const kind = kinds.get(i) === "winning_tile" ? "win" : kinds.get(i) ?? "";
    overlay.mark(tile.track, tile, `${kind.includes("kong") ? "exposed" : kind} ${tile.settled ? "settled" : "unsettled"}`);
  });
  const codes = message.tiles.map((tile) => tile.code).join(" ");
  if ($("seen").dataset.codes !== codes) {
    $("seen").dataset.codes = codes;
    $("seen").replaceChildren(...message.tiles.map((tile) => picture(tile.code)));
  }
}

/** Take the locked reading, or the picture as it is now, to the confirm page below. */
async function handOver() {
  $("hand-over").disabled = true;
  try {
    const blob = await draw();
    const doc = reading ?? await read(blob);
    const image = doc.photo ? await stored(doc.photo) : await show(blob, t("photo.yours"));
    const rack = new Rack();
    const bench = new Bench(rack);
    rack.open(doc, image);
    stop(true);
    $("start").hidden = true;
    $("work").hidden = false;
    $("work").replaceChildren(
      h("div", { class: "row between bar" }, h("h1", {}, t("confirm.title")),
        h("button", { class: "btn slim", type: "button", id: "back-to-live", onclick: () => start() }, t("live.back"))),
      bench.box);
    if (doc.hint) problem(doc.hint);
    await bench.start();
    scrollTo({ top: 0 });
  } catch (failure) {
    problem(failure.message);
  } finally {
    $("hand-over").disabled = false;
  }
}

async function stored(id) {
  const image = new Image();
  image.alt = t("photo.yours");
  image.src = `/api/photos/${id}`;
  await image.decode();
  return image;
}
