import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../components/page';
import { Forbidden, Lost, Trouble } from '../components/states';
import { useMe } from '../lib/session';
import { features, featuresOf, type Feature } from './features';
import { Shell } from './shell';

const root = createRootRoute({ notFoundComponent: Lost, errorComponent: ({ error }) => <Trouble error={error} /> });

/** Where pages stand of which nobody has to be signed in. */
export const outsidePaths = ['sign-in', 'invitation', 'forgot-password', 'password-reset'] as const;

const outside = (path: (typeof outsidePaths)[number], page: 'SignIn' | 'AcceptInvitation' | 'ForgotPassword' | 'ResetPassword') =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(() => import('../features/session/pages'), page) });

const signupReturn = createRoute({ getParentRoute: () => root, path: 'signup', component: lazyRouteComponent(() => import('../features/onboarding/signup-return'), 'SignupReturn') });

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox' as never });
  },
});

/** The page of a part, for who sees the part in the menu; for others that they may not. */
function pageOf(feature: Feature) {
  const Shown = lazyRouteComponent(feature.load);
  const Part = () => {
    const { t } = useTranslation();
    return featuresOf(useMe()).includes(feature) ? <Shown /> : <Page title={t(`nav.${feature.name}`)}><Forbidden operator={feature.operator} /></Page>;
  };
  return Object.assign(Part, { preload: Shown.preload });
}

/** What people look for where it is not: the path that leads on, and to where. */
const moved = Object.entries({ segments: 'contacts/segments' }).map(([path, to]) =>
  createRoute({
    getParentRoute: () => inside,
    path: `${path}/$`,
    beforeLoad: ({ params: { _splat: rest = '' } }) => {
      throw redirect({ to: `/${to}/${rest}` as never, search: true as never, replace: true });
    },
  }));

/** Anything else stays in the frame, where the menu leads on. */
const lost = createRoute({ getParentRoute: () => inside, path: '$', component: Lost });

const parts = features.map((feature) => createRoute({ getParentRoute: () => inside, path: `${feature.name}/$`, component: pageOf(feature) }));

const specimens = createRoute({ getParentRoute: () => inside, path: 'specimens/$', component: lazyRouteComponent(() => import('./specimens')) });

export const router = createRouter({
  routeTree: root.addChildren([
    outside('sign-in', 'SignIn'),
    outside('invitation', 'AcceptInvitation'),
    outside('forgot-password', 'ForgotPassword'),
    outside('password-reset', 'ResetPassword'),
    signupReturn,
    inside.addChildren([home, ...parts, ...moved, specimens, lost]),
  ]),
  basepath: '/app',
  defaultPreload: 'intent',
  // A search value stays the text that it is in the address.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values) => {
    const text = new URLSearchParams(values as Record<string, string>).toString();
    return text ? `?${text}` : '';
  },
});
