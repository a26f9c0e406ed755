"use strict";
const key = document.getElementById("key");
key.value = sessionStorage.getItem("key") || "";
key.addEventListener("input", () => sessionStorage.setItem("key", key.value));

async function send(form) {
  const status = form.querySelector(".status");
  const result = form.querySelector(".result");
  const button = form.querySelector("button");
  const started = performance.now();
  button.disabled = true;
  status.textContent = "…";
  try {
    const answer = await fetch(form.dataset.path, {
      method: "POST",
      headers: { "Authorization": "Bearer " + key.value.trim(), "Content-Type": "application/json" },
      body: form.querySelector("textarea").value,
    });
    const text = await answer.text();
    status.textContent = answer.status + " in " + Math.round(performance.now() - started) + " ms";
    result.textContent = pretty(text);
  } catch (error) {
    status.textContent = "no answer";
    result.textContent = String(error);
  }
  result.hidden = false;
  button.disabled = false;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
