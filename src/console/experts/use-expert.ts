import { useEffect, useMemo } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { createResource, type Resource, useLookingAgain } from "../app/resource.ts";
import { expertState } from "./expert-state.ts";

const pollInterval = 1000;

export function useExpert(name: string): Resource<ExpertObject> {
  const { api, experts } = useConsole();
  const resource = useMemo(() => {
    const made = createResource(async () => {
      const expert = await api.request("GET", "/v1/experts/{id}", { path: { id: name } });
      experts.adjust((all) => all.map((each) => (each.id === expert.id ? expert : each)));
      return expert;
    });
    const known = experts.data.peek()?.find(({ id, slug }) => id === name || slug === name);
    if (known !== undefined) made.put(known);
    return made;
  }, [name]);
  useEffect(() => void resource.refresh(), [resource]);
  const expert = resource.data.value;
  const isMoving = expert !== null && expertState(expert) === "reading";
  useLookingAgain(isMoving, pollInterval, () => void resource.refresh());
  return resource;
}
