import {
  BookOpen,
  ChartColumn,
  Contrast,
  KeyRound,
  Languages,
  LogOut,
  type LucideIcon,
  Search,
  Server,
  Users,
} from "lucide-preact";
import type { ExpertObject } from "../../api/shapes.ts";
import { expertState } from "../experts/expert-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Menu } from "../parts/menu.tsx";
import { addressOf } from "./base-path.ts";
import { languages, themes, useConsole } from "./console-state.ts";
import { expertPath } from "./page-location.ts";

const links: readonly {
  readonly name: "usage" | "keys" | "system" | "handbook";
  readonly icon: LucideIcon;
  readonly isOfAdmin?: true;
}[] = [
  { name: "usage", icon: ChartColumn },
  { name: "keys", icon: KeyRound, isOfAdmin: true },
  { name: "system", icon: Server, isOfAdmin: true },
  { name: "handbook", icon: BookOpen },
];

export function SideNavigation() {
  const { page, palette, session, t } = useConsole();
  const path = page.path.value;
  const current = (to: string) => (path === to || path.startsWith(`${to}/`) ? "page" : undefined);
  return (
    <nav class="side" aria-label={t.shell.navigation}>
      <a href={addressOf("/")} class="brand">
        <img src={brandIcon()} alt="" width="26" height="26" />
        Docent
      </a>
      <button type="button" class="side-search" onClick={() => (palette.value = true)}>
        <Search size={16} aria-hidden />
        <span>{t.shell.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <a class="side-link" href={addressOf("/")} aria-current={path === "/" ? "page" : undefined}>
        <Users size={16} aria-hidden /> {t.shell.pages.experts}
      </a>
      <ExpertLinks current={current} />
      <div class="side-end">
        {links
          .filter(({ isOfAdmin }) => isOfAdmin !== true || session.may("admin"))
          .map(({ name, icon: Icon }) => (
            <a key={name} class="side-link" href={addressOf(`/${name}`)} aria-current={current(`/${name}`)}>
              <Icon size={16} aria-hidden /> {t.shell.pages[name]}
            </a>
          ))}
        <SideFooter />
      </div>
    </nav>
  );
}

function brandIcon(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "";
}

function ExpertLinks({ current }: { readonly current: (to: string) => "page" | undefined }) {
  const { experts } = useConsole();
  return (
    <ul class="side-experts">
      {(experts.data.value ?? []).map((expert) => (
        <li key={expert.id}>
          <a
            class="side-link"
            href={addressOf(expertPath(expert.slug))}
            aria-current={current(expertPath(expert.slug))}
          >
            <StateDot expert={expert} />
            <bdi class="clip">{expert.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function StateDot({ expert }: { readonly expert: ExpertObject }) {
  const { t } = useConsole();
  const state = expertState(expert);
  return (
    <span
      class={`state-dot ${state}`}
      role="img"
      aria-label={t.experts.states[state]}
      title={t.experts.states[state]}
    />
  );
}

function SideFooter() {
  const { session, theme, language, t } = useConsole();
  const standing = session.standing.value;
  const languageItems = Object.entries(languages).map(([name, label]) => ({
    label,
    act: () => {
      language.value = name as keyof typeof languages;
    },
  }));
  const themeItems = themes.map((name) => ({
    label: t.shell.themes[name],
    act: () => {
      theme.value = name;
    },
  }));
  return (
    <div class="side-footer">
      {standing.state === "in" && (
        <p class="faint clip" title={standing.session.scopes.join(", ")}>
          {t.session.as(standing.session.key_name)}
        </p>
      )}
      <div class="row">
        <Menu label={t.shell.theme} icon={Contrast} items={themeItems} />
        <Menu label={t.shell.language} icon={Languages} items={languageItems} />
        <Button label={t.session.signOut} kind="quiet" icon={LogOut} onClick={() => session.signOut()} />
      </div>
    </div>
  );
}
