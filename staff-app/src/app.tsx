import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Admin, CustomRoutes, Notification, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
import { i18nProvider } from './i18n';
import { Layout } from './layout/layout';
import { dark, light } from './layout/theme';
import { JoinPage } from './login/join-page';
import { LoginPage } from './login/login-page';
import { lazyScreen } from './screens/lazy-screen';
import { RESOURCES } from './screens/resources';
import { TEXTS } from './texts';

const AccountPage = lazyScreen(async () => (await import('./login/account-page')).AccountPage);
const CalendarPage = lazyScreen(async () => (await import('./screens/calendar')).CalendarPage);
const ClubPage = lazyScreen(async () => (await import('./screens/club')).ClubPage);
const Dashboard = lazyScreen(async () => (await import('./screens/dashboard')).Dashboard);
const DuplicatesPage = lazyScreen(async () => (await import('./screens/duplicates')).DuplicatesPage);
const MergePage = lazyScreen(async () => (await import('./screens/merge')).MergePage);
const PaymentsPage = lazyScreen(async () => (await import('./screens/payments')).PaymentsPage);
const RetentionPage = lazyScreen(async () => (await import('./screens/retention-rules')).RetentionPage);
const UpgradesPage = lazyScreen(async () => (await import('./screens/upgrades')).UpgradesPage);

// A refused request is not sent again: the answer would be the same.
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } },
});

/** At the lower edge it would cover the button that saves a form. */
const Notices = (): ReactElement => <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} />;

export function App(): ReactElement {
  return (
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queries}
      layout={Layout}
      notification={Notices}
      loginPage={LoginPage}
      dashboard={Dashboard}
      theme={light}
      darkTheme={dark}
      title={TEXTS.app}
      requireAuth
      disableTelemetry
    >
      {RESOURCES.map((resource) => (
        <Resource key={resource.name} {...resource} />
      ))}
      <CustomRoutes noLayout>
        <Route path="/join/:token" element={<JoinPage />} />
      </CustomRoutes>
      <CustomRoutes>
        <Route path="/account" element={<AccountPage />} />
        <Route path="/club" element={<ClubPage />} />
        <Route path="/calendar" element={<CalendarPage />} />
        <Route path="/duplicates" element={<DuplicatesPage />} />
        <Route path="/members/:id/merges/:other" element={<MergePage />} />
        <Route path="/payments" element={<PaymentsPage />} />
        <Route path="/retention" element={<RetentionPage />} />
        <Route path="/upgrades" element={<UpgradesPage />} />
      </CustomRoutes>
    </Admin>
  );
}
