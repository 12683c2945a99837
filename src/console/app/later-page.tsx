import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { Loaded } from "../parts/states.tsx";
import { unreachable } from "./api-problem.ts";
import { createResource } from "./resource.ts";

export function laterPage<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let hasFailed = false;
  const script = createResource(async () => {
    try {
      // Browsers remember a script that did not come for as long as the page lives.
      if (hasFailed) {
        await fetch(location.href);
        location.reload();
      }
      return { Page: await load() };
    } catch (cause) {
      hasFailed = true;
      throw unreachable(cause);
    }
  });
  return function LaterPage(props: Props) {
    useEffect(() => {
      if (script.data.value === null) void script.refresh();
    }, []);
    return (
      <Loaded of={script} lines={6}>
        {({ Page }) => <Page {...props} />}
      </Loaded>
    );
  };
}
