import { ActionIcon, Badge, Indicator, Kbd, Menu, NativeSelect, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { IconBook, IconDots, IconHelpCircle, IconLanguage, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '@service/sdk';
import { Face } from '../components/face';
import { Loading, Trouble } from '../components/states';
import { api, chooseWorkspace, isSignedOut } from '../lib/api';
import { useQuestionMark } from '../lib/commands';
import { changeLanguage, languages } from '../lib/i18n';
import { listen, useLiveState } from '../lib/live';
import { useIsAsked } from '../lib/recent-sign-in';
import { SessionContext, meQuery } from '../lib/session';
import { later } from '../lib/later';
import { featuresOf, type Feature } from './features';
import { Bell } from './bell';

// What nobody sees at first is fetched once the page is drawn.
const ConfirmSignIn = later(() => import('../components/confirm-sign-in'));
const Help = later(() => import('./help'));
const Palette = later(() => import('./palette'));

/** How many parts the menu of a phone shows beside the rest. */
const besideMore = 4;

/** What surrounds every page of who signed in. */
export function Shell() {
  const queries = useQueryClient();
  const me = useQuery(meQuery);
  const who = me.data && `${me.data.id} ${me.data.workspaceId}`;
  useEffect(() => (who ? listen() : undefined), [who]);
  if (isSignedOut(me.error)) return <Loading />; // the app leads on to where one signs in
  if (me.error) return <Trouble error={me.error} retry={() => void queries.invalidateQueries({ queryKey: ['me'] })} />;
  if (!me.data) return <Loading />;
  return (
    <SessionContext.Provider value={me.data}>
      <Frame me={me.data} />
    </SessionContext.Provider>
  );
}

function Frame({ me }: { me: Me }) {
  const { t } = useTranslation();
  const [help, setHelp] = useState(false);
  const asked = useIsAsked();
  const parts = featuresOf(me);
  const rest = parts.length > besideMore + 1 ? parts.slice(besideMore) : [];
  useHotkeys([['mod+K', () => spotlight.open()]], [], true);
  useQuestionMark(() => setHelp(true));
  return (
    <div className="shell">
      <a className="skip" href="#main">{t('shell.skip')}</a>
      <header className="shell-top">
        <Workspace me={me} />
        <UnstyledButton className="shell-search" onClick={spotlight.open} aria-label={t('shell.search')}>
          <span className="search-box">
            <IconSearch size={16} aria-hidden />
            <span className="quiet hide-phone">{t('shell.search')}</span>
            <Kbd className="hide-phone" ms="auto" size="xs">Ctrl K</Kbd>
          </span>
        </UnstyledButton>
        <Bell />
        <Account me={me} help={() => setHelp(true)} />
      </header>
      <nav className="shell-nav" aria-label={t('shell.nav')}>
        {parts.map(({ name, icon: Sign }, i) => (
          <Link key={name} to={`/${name}` as never} className={`nav-link${rest.length > 0 && i >= besideMore ? ' nav-rest' : ''}`} activeProps={{ className: 'active' }}>
            <Sign size={18} stroke={1.7} aria-hidden />
            {t(`nav.${name}`)}
          </Link>
        ))}
        {rest.length > 0 && <MoreParts rest={rest} />}
      </nav>
      <main className="shell-main" id="main" tabIndex={-1}>
        <Connection />
        <Outlet />
      </main>
      <AfterPage><Palette me={me} help={() => setHelp(true)} /></AfterPage>
      {help && <Suspense><Help close={() => setHelp(false)} /></Suspense>}
      {asked && <Suspense><ConfirmSignIn /></Suspense>}
    </div>
  );
}

/** The parts for which the menu of a phone has no room. */
function MoreParts({ rest }: { rest: Feature[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false); // nearly nobody asks, and a menu costs the first picture of the page
  const button = <UnstyledButton className="nav-link nav-more" aria-haspopup="menu" onClick={() => setAsked(true)}><IconDots size={18} stroke={1.7} aria-hidden />{t('nav.more')}</UnstyledButton>;
  if (!asked) return button;
  return (
    <Menu position="top-end" width={220} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {rest.map(({ name, icon: Sign }) => <Menu.Item key={name} component={Link} to={`/${name}` as never} leftSection={<Sign size={18} stroke={1.7} />}>{t(`nav.${name}`)}</Menu.Item>)}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Loads what nobody sees at first once the page has had a moment for what it shows. */
function AfterPage({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNow(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  return now && <Suspense>{children}</Suspense>;
}

/** Says when the page no longer hears what happens. */
function Connection() {
  const { t } = useTranslation();
  const state = useLiveState();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (state !== 'lost') return setLate(false);
    const timer = setTimeout(() => setLate(true), 1500); // a node that restarts is back before anybody should be told
    return () => clearTimeout(timer);
  }, [state]);
  return <div role="status" aria-live="polite">{late && <div className="bar">{t('shell.reconnecting')}</div>}</div>;
}

function Workspace({ me }: { me: Me }) {
  const { t } = useTranslation();
  const here = me.workspaces.find((w) => w.id === me.workspaceId);
  return (
    <>
      {me.workspaces.length > 1 ? (
        <NativeSelect
          size="xs" aria-label={t('shell.workspace')} value={me.workspaceId}
          data={me.workspaces.map((w) => ({ value: w.id, label: w.name }))}
          onChange={(e) => {
            chooseWorkspace(e.currentTarget.value);
            location.assign('/app/'); // nothing of the other workspace may stay on the page
          }}
        />
      ) : (
        <span className="shell-name">{here?.name}</span>
      )}
      {here && !here.live && <Badge className="hide-phone" size="sm" variant="light" color="grape">{t('shell.test')}</Badge>}
    </>
  );
}

function Account({ me, help }: { me: Me; help: () => void }) {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="transparent" size={40} radius="xl" aria-label={t('shell.account', { name: me.name })}>
          <Indicator color="green" position="bottom-end" offset={5} size={9} withBorder><Face name={me.name} id={me.id} size={34} /></Indicator>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.name} · {me.email}</Menu.Label>
        <Menu.Item leftSection={<IconHelpCircle size={16} />} onClick={help} rightSection={<Kbd size="xs">?</Kbd>}>{t('shell.shortcuts')}</Menu.Item>
        <Menu.Item leftSection={<IconBook size={16} />} component="a" href="/docs" target="_blank">{t('shell.docs')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.look')}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item key={scheme} leftSection={scheme === 'dark' ? <IconMoon size={16} /> : <IconSun size={16} />}
            onClick={() => setColorScheme(scheme)} aria-current={colorScheme === scheme} fw={colorScheme === scheme ? 600 : 400}>
            {t(`shell.look_${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {Object.entries(languages).map(([code, name]) => (
          <Menu.Item key={code} leftSection={<IconLanguage size={16} />} lang={code} fw={i18n.language === code ? 600 : 400}
            aria-current={i18n.language === code} onClick={() => void changeLanguage(code)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void api.sessions.delete().finally(() => location.assign('/app/sign-in'))}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
