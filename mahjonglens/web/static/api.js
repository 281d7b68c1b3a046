// Talking to the server. Every failure becomes one sentence for the player.
import { t } from "./dom.js";
import { inWords } from "./tiles.js";

export class Failure extends Error {
  constructor(message, status, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems; // of a draft: what is wrong, each with its tiles
    this.passing = status === 0 || status === 429 || status >= 500; // may go well another time
  }
}

const PATIENCE = 120_000; // ms; a network that went away may say nothing for ever

async function call(method, path, body, headers = {}) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, { method, body, headers, signal: AbortSignal.timeout?.(PATIENCE) });
  } catch {
    throw new Failure(t("error.offline"), 0);
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  // a draft that does not score yet is answered 200 with the reason: no trouble, only not done
  if (!answer.ok || data === null || data.error) {
    const text = data?.error ?? t("error.status", { status: answer.status });
    throw new Failure(sentence(inWords(text)), answer.status, data?.problems);
  }
  return data;
}

/** With a capital and a full stop, whoever wrote it. */
function sentence(text) {
  const whole = text[0].toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

export const get = (path) => call("GET", path);
export const post = (path, data = {}) =>
  call("POST", path, JSON.stringify(data), { "Content-Type": "application/json" });
export const remove = (path) => call("DELETE", path);

/** Send a picture, get its reading. */
export async function read(blob) {
  try {
    return await call("POST", "/read", blob, { "Content-Type": blob.type || "image/jpeg" });
  } catch (failure) {
    const advice = failure.status === 415 || failure.status === 422 ? ` ${t("photo.badFile")}` : "";
    throw new Failure(failure.message + advice, failure.status);
  }
}

let all = null;
/** Every rule set, fetched once for each page. */
export async function ruleSets() {
  all ??= get("/rules").then((data) => data.rules);
  return all;
}

/** A text that no other call has: a repeated call with it changes nothing twice. */
export const key = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
