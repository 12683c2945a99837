import type { MemoryBackend } from "../api/memory-backend.ts";
import { Fault } from "../kernel/fault.ts";

const named = 20;

/** The expert that is named, or the only one. @throws Fault `missing_required_parameter`, `expert_not_found` */
export async function chosenExpert(backend: MemoryBackend, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const { data, has_more } = await backend.experts({ limit: named, after: null });
  const [only, other] = data;
  if (only === undefined) throw new Fault("expert_not_found", "There is no expert that this key can reach.");
  if (other === undefined) return only.slug;
  const slugs = data.map(({ slug }) => slug).join(", ");
  throw new Fault("missing_required_parameter", '"expert" is missing, and there are several experts.', {
    param: "expert",
    hint: `They are: ${slugs}${has_more ? ", …" : ""}.`,
  });
}
