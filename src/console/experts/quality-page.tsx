import { ChecksCard } from "./checks-card.tsx";
import { ExpertSubpage } from "./expert-head.tsx";
import { GapsCard } from "./gaps-card.tsx";

export function QualityPage({ name }: { readonly name: string }) {
  return (
    <ExpertSubpage name={name}>
      {(_, { put }) => (
        <>
          <GapsCard saved={put} />
          <ChecksCard />
        </>
      )}
    </ExpertSubpage>
  );
}
