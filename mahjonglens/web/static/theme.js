// Light or dark: the system's choice, unless this browser was told otherwise.
const root = document.documentElement;
const KEY = "mahjonglens.theme";

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be switched off
  }
}

const saved = kept();
if (saved) root.dataset.theme = saved;

document.getElementById("theme")?.addEventListener("click", () => {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // the choice then lasts for this page only
  }
});
