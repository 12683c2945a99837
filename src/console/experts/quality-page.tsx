import type { Expert } from "../../api/shapes.ts";
import { useTexts } from "../app/console-state.ts";
import { expertPath } from "../app/page-location.ts";
import { LinkButton } from "../parts/buttons.tsx";
import { Loaded } from "../parts/states.tsx";
import { ChecksCard } from "./checks-card.tsx";
import { useExpert } from "./expert-page.tsx";
import { GapsCard } from "./gaps-card.tsx";

/** What an expert was asked and could not answer, and the checks of its answers. */
export function QualityPage({ name }: { readonly name: string }) {
  const resource = useExpert(name);
  return (
    <div class="page narrow">
      <Loaded of={resource} lines={10}>
        {(expert) => <QualityCards expert={expert} saved={resource.put} />}
      </Loaded>
    </div>
  );
}

function QualityCards({ expert, saved }: { readonly expert: Expert; readonly saved: (expert: Expert) => void }) {
  const t = useTexts();
  return (
    <>
      <header class="page-head">
        <h1>
          <bdi>{expert.name}</bdi>
        </h1>
        <LinkButton href={expertPath(expert.slug)}>{t.experts.toExpert}</LinkButton>
      </header>
      <GapsCard expert={expert} saved={saved} />
      <ChecksCard expert={expert} />
    </>
  );
}
