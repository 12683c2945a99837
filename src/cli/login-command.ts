import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { openCommandServices } from "../compose/database/opened-services.ts";
import { ConfigError } from "../config/load-config.ts";
import { baseAddress } from "../config/setting-values.ts";
import { shownLine } from "../language/text/shown-text.ts";
import { databasePath } from "../store/sqlite/folder/data-folder.ts";
import type { Arguments } from "./arguments.ts";
import { type Console, StartError, UsageError } from "./command.ts";
import { workspaceNamed } from "./named-things.ts";
import { clientAt, givenKey, placeOf, serviceCommand, withoutVersion } from "./service-access.ts";
import { forgetLogin, loginPath, readLogin, storeLogin } from "./stored-login.ts";

export const loginCommand = serviceCommand({
  name: "login",
  usage: "[ADDRESS]",
  summary: "Store a key for the commands, and print an address that signs in to the console",
  examples: ["", "https://docent.example.org --key-file docent.key"],
  help: `The key is read from --key-file FILE or DOCENT_API_KEY; without them, the stored one is used or, on the machine of the
service, a new one is made in its data folder. It is stored with the address in
${loginPath()}, which only you can read. Commands
without another address or key use both.

  --forget       Delete what is stored. The key stays valid until \`docent keys revoke\`.
`,
  flags: { switches: ["forget"] },
  run: async ({ given, console }) => {
    if (given.words.length > 1) throw new UsageError("Give one address: `docent login ADDRESS`.");
    if (given.switches.has("forget")) {
      console.print(forgetLogin() ? `${loginPath()} is deleted.` : "Nothing was stored.");
      return 0;
    }
    await logIn(given, console);
    return 0;
  },
});

async function logIn(given: Arguments, console: Console): Promise<void> {
  const place = placeFrom(given);
  const stored = readLogin();
  const known = givenKey(given) ?? (stored?.address === place.address ? stored.key : null);
  const key = known ?? (await keyOfFolder(given, place.address));
  const client = clientAt({ place, key }, () => undefined);
  const { key_name: name, scopes } = await client.getSession();
  const code = await client.createSignInCode();
  if (place.socket === null) await storeLogin({ address: place.address, key });
  console.complain(`Logged in to ${place.address} with the key “${shownLine(name)}” (${scopes.join(", ")}).`);
  if (place.socket === null) console.complain(`It is stored in ${loginPath()}.`);
  console.complain("This address signs in to the console once, within ten minutes:");
  console.print(`${place.address}/#code=${code}`);
}

function placeFrom({ config, words }: Arguments) {
  const [word] = words;
  if (word === undefined) return placeOf(config, readLogin());
  const parsed = baseAddress(word);
  if ("problem" in parsed) throw new ConfigError([`The address ${parsed.problem}.`]);
  return { address: withoutVersion(parsed.value), socket: null, trusted: null };
}

/** Whoever may read the service's data folder may have a key. @throws StartError on another machine */
async function keyOfFolder({ config, words }: Arguments, address: string): Promise<string> {
  const isOwn = words.length === 0 && config.serviceUrl === null && address === placeOf(config, null).address;
  if (!isOwn || (config.shared === null && !existsSync(databasePath(config.dataDir))))
    throw new StartError(
      `There is no key for ${address}. Use --key-file FILE or DOCENT_API_KEY, or run the command where its data folder is.`,
    );
  await using services = await openCommandServices(config);
  const { id: workspaceId } = await workspaceNamed(services, "default");
  return (await services.keys.create({ workspaceId, name: `docent login on ${hostname()}` })).secret;
}
