import { type Signal, signal } from "@preact/signals";
import { storagePrefix } from "./base-path.ts";

export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(storagePrefix + name);
  } catch {
    // Without storage, the page works but forgets.
    return null;
  }
}

export function keep(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(storagePrefix + name);
    else localStorage.setItem(storagePrefix + name, value);
    return true;
  } catch {
    return false;
  }
}

/** Calls `act` when another tab of this browser changes the value. */
export function onKeptChange(name: string, act: (value: string | null) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storagePrefix + name) act(newValue);
  });
}

/** @param values the allowed values. A change in another tab takes effect here too. */
export function keptChoice<const T extends string>(name: string, values: readonly T[], standard: T): Signal<T> {
  const among = (text: string | null) => values.find((value) => value === text) ?? standard;
  const choice = signal<T>(among(readKept(name)));
  choice.subscribe((value) => {
    if (value !== among(readKept(name))) keep(name, value);
  });
  onKeptChange(name, (value) => {
    choice.value = among(value);
  });
  return choice;
}
