import { Compass } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { ExpertPage } from "../experts/expert-page.tsx";
import { ExpertsPage } from "../experts/experts-page.tsx";
import { LinkButton } from "../parts/buttons.tsx";
import { EmptyState } from "../parts/states.tsx";
import { useConsole } from "./console-state.ts";
import { laterPage } from "./later-page.tsx";
import { type ConsoleRoute, placeIn, routeOf } from "./page-location.ts";

const ExpertSettingsPage = laterPage(
  async () => (await import("../experts/expert-settings-page.tsx")).ExpertSettingsPage,
);
const QualityPage = laterPage(async () => (await import("../experts/quality-page.tsx")).QualityPage);
const KeysPage = laterPage(async () => (await import("../keys/keys-page.tsx")).KeysPage);
const HandbookPage = laterPage(async () => (await import("../reading/handbook-page.tsx")).HandbookPage);
const SystemPage = laterPage(async () => (await import("../system/system-page.tsx")).SystemPage);
const UsagePage = laterPage(async () => (await import("../system/usage-page.tsx")).UsagePage);

export function CurrentPage() {
  const { page, t } = useConsole();
  const route = routeOf(page.path.value);
  const name = route === null ? t.shell.notFound : t.shell.pages[route.page];
  useEffect(() => {
    document.title = `${name} · Docent`;
  }, [name]);
  if (route === null)
    return (
      <EmptyState icon={Compass} title={t.shell.notFound}>
        <LinkButton label={t.shell.toExperts} href="/" />
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
