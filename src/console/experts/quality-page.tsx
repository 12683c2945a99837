import { ChecksCard } from "./checks-card.tsx";
import { ExpertSubpage } from "./expert-head.tsx";
import { GapsCard } from "./gaps-card.tsx";

export function QualityPage({ name }: { readonly name: string }) {
  return (
    <ExpertSubpage name={name}>
      {(expert, { put }) => (
        <>
          <GapsCard expert={expert} saved={put} />
          <ChecksCard expert={expert} />
        </>
      )}
    </ExpertSubpage>
  );
}
