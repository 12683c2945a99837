import { Compass } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { ExpertPage } from "../experts/expert-page.tsx";
import { ExpertSettingsPage } from "../experts/expert-settings-page.tsx";
import { ExpertsPage } from "../experts/experts-page.tsx";
import { QualityPage } from "../experts/quality-page.tsx";
import { KeysPage } from "../keys/keys-page.tsx";
import { LinkButton } from "../parts/buttons.tsx";
import { EmptyState } from "../parts/states.tsx";
import { HandbookPage } from "../reading/handbook-page.tsx";
import { SystemPage } from "../system/system-page.tsx";
import { UsagePage } from "../system/usage-page.tsx";
import { useConsole, useTexts } from "./console-state.ts";
import { type ConsoleRoute, placeIn, routeOf } from "./page-location.ts";

export function CurrentPage() {
  const { page } = useConsole();
  const t = useTexts();
  const route = routeOf(page.path.value);
  const name = route === null ? t.shell.notFound : t.shell.pages[route.page];
  useEffect(() => {
    document.title = `${name} · Docent`;
  }, [name]);
  if (route === null)
    return (
      <EmptyState icon={Compass} title={t.shell.notFound}>
        <LinkButton href="/">{t.shell.toExperts}</LinkButton>
      </EmptyState>
    );
  return <RoutedPage route={route} />;
}

function RoutedPage({ route }: { readonly route: ConsoleRoute }) {
  const { page } = useConsole();
  switch (route.page) {
    case "experts":
      return <ExpertsPage />;
    case "expert":
      return <ExpertPage key={route.expert} name={route.expert} open={null} />;
    case "source": {
      const { version, marks } = placeIn(page.search.value);
      return <ExpertPage key={route.expert} name={route.expert} open={{ source: route.source, version, marks }} />;
    }
    case "citation": {
      const { source, version, start, end } = route;
      return <ExpertPage key={route.expert} name={route.expert} open={{ source, version, marks: [[start, end]] }} />;
    }
    case "settings":
      return <ExpertSettingsPage key={route.expert} name={route.expert} />;
    case "quality":
      return <QualityPage key={route.expert} name={route.expert} />;
    case "usage":
      return <UsagePage />;
    case "keys":
      return <KeysPage />;
    case "system":
      return <SystemPage />;
    case "handbook":
      return <HandbookPage name={route.name} />;
  }
}
