import { render } from "preact";
import { App } from "./app/app.tsx";
import { ConsoleContext, createConsoleState } from "./app/console-state.ts";
import { listenForShortcuts } from "./app/shortcuts.ts";

const place = document.getElementById("console");
if (place === null) throw new Error("the page has no place for the console");
// The page names its icon relative to its address, and the address changes with navigation.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) icon.setAttribute("href", icon.href);
const state = createConsoleState();
listenForShortcuts(state);
void state.ready.then(() => {
  render(
    <ConsoleContext.Provider value={state}>
      <App />
    </ConsoleContext.Provider>,
    place,
  );
});
void state.session.begin();
