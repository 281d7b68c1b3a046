// Talking to the server. Every failure becomes one sentence for the player.
import { t } from "./dom.js";

export class Failure extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function call(method, path, body, headers = {}) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, { method, body, headers });
  } catch {
    throw new Failure(t("error.offline"), 0);
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (!answer.ok || data === null) {
    throw new Failure(data?.error ?? t("error.status", { status: answer.status }), answer.status);
  }
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, data = {}) =>
  call("POST", path, JSON.stringify(data), { "Content-Type": "application/json" });
export const remove = (path) => call("DELETE", path);

/** Send a picture, get its reading. */
export const read = (blob) => call("POST", "/read", blob, { "Content-Type": blob.type || "image/jpeg" });

let all = null;
/** Every rule set, fetched once for each page. */
export async function ruleSets() {
  all ??= get("/rules").then((data) => data.rules);
  return all;
}

/** A text that no other call has: a repeated call with it changes nothing twice. */
export const key = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
