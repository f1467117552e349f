import {
  Box,
  FormControl,
  InputLabel,
  ListItemIcon,
  ListItemText,
  MenuItem as Option,
  Select,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import AccountCircle from '@mui/icons-material/AccountCircle';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactElement, type ReactNode, useEffect } from 'react';
import {
  AppBar,
  Layout as BaseLayout,
  Logout,
  Menu as BaseMenu,
  MenuItemLink,
  Sidebar,
  type SidebarProps,
  TitlePortal,
  ToggleThemeButton,
  useGetIdentity,
  useLogout,
  useNotify,
  UserMenu,
  useSidebarState,
  useStore,
  useUserMenu,
} from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { chooseClub, clubZone, currentClub } from '../api/clubs';
import type { Me } from '../api/generated';
import { send, slugOf } from '../api/http';
import { Gate } from '../login/gate';
import { usePhone } from '../parts/cards';
import { ConflictDialog } from '../parts/conflict-dialog';
import { MENU, OVERVIEW } from '../screens/menu';
import { MemberSearch } from './member-search';
import { MovedClubs } from './moved-clubs';

/** The fan club that is worked on; a choice if there are several. */
function ClubSwitch({ clubs }: Pick<Me, 'clubs'>): ReactElement {
  const navigate = useNavigate();
  const club = currentClub();
  if (clubs.length < 2)
    return (
      <Typography component="p" sx={{ p: 2, fontWeight: 600 }}>
        {club?.name}
      </Typography>
    );
  return (
    // As wide as the menu: a long name is cut.
    <Box sx={{ p: 1, maxWidth: 240, boxSizing: 'border-box' }}>
      <FormControl fullWidth size="small">
        <InputLabel id="club">Fan club</InputLabel>
        <Select
          labelId="club"
          label="Fan club"
          value={club?.id ?? ''}
          onChange={({ target }) => void navigate('/', { state: { club: Number(target.value) } })}
        >
          {clubs.map(({ id, name }) => (
            <Option key={id} value={id}>
              {name}
            </Option>
          ))}
        </Select>
      </FormControl>
    </Box>
  );
}

function Menu(): ReactElement {
  const [isOpen] = useSidebarState();
  return (
    <BaseMenu sx={{ '& .RaMenuItemLink-root, & .MuiMenuItem-root': { py: 0.2 } }}>
      {isOpen && <MovedClubs role="menuitem" />}
      <MenuItemLink to="/" primaryText={OVERVIEW.label} leftIcon={OVERVIEW.icon} />
      {MENU.map(({ topic, items }) => (
        <Topic key={topic} topic={topic} items={items.filter(({ resource }) => mayUse(resource, 'list'))} />
      ))}
    </BaseMenu>
  );
}

/** The choice of the fan club and the menu. On phones they are a dialog, which needs a name. */
function MenuBar({ children, ...props }: SidebarProps): ReactElement {
  // Renders both again when the person is loaded or changes.
  const { data } = useGetIdentity();
  const me = data as unknown as Partial<Me> | undefined;
  // A menu that was open beside the page would become an invisible dialog above it, which takes all clicks: another key makes a new one.
  const isPhone = usePhone();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [, setOpen] = useSidebarState();
  // A phone that is turned does not open the menu above its page.
  useEffect(() => {
    if (isNarrow) setOpen(false);
  }, [isNarrow, setOpen]);
  return (
    <Sidebar
      key={isPhone ? 'phone' : 'computer'}
      {...props}
      // While a dialog is open on a phone that was turned, the menu would open above it and hide it.
      {...(isNarrow && !isPhone && { open: false })}
      slotProps={{ paper: ({ variant }) => (variant === 'temporary' ? { 'aria-label': 'Menu' } : {}) }}
    >
      <div>
        <ClubSwitch clubs={me?.clubs ?? []} />
        {children}
      </div>
    </Sidebar>
  );
}

/**
 * A part of the menu below its heading, which folds it. The browser remembers what is folded; the part of a page that is opened unfolds. In
 * the narrow menu, which has only icons, all parts are open.
 */
function Topic({ topic, items }: (typeof MENU)[number]): ReactElement | null {
  const [isWide] = useSidebarState();
  const [folded, setFolded] = useStore<readonly string[]>('menu.folded', []);
  const isFolded = folded.includes(topic);
  const { pathname } = useLocation();
  const isHere = items.some(({ resource }) => `${pathname}/`.startsWith(`/${resource}/`));
  useEffect(() => {
    if (isHere) setFolded((former) => former.filter((one) => one !== topic));
  }, [isHere, setFolded, topic]);
  if (items.length === 0) return null;
  return (
    <>
      {isWide && (
        <Option
          tabIndex={0}
          aria-expanded={!isFolded}
          onClick={() => setFolded(isFolded ? folded.filter((one) => one !== topic) : [...folded, topic])}
          sx={{
            mt: 1,
            color: 'text.secondary',
            fontSize: 14,
            fontWeight: 600,
            justifyContent: 'space-between',
          }}
        >
          {topic}
          {isFolded ? <ExpandMore fontSize="small" /> : <ExpandLess fontSize="small" />}
        </Option>
      )}
      {!(isWide && isFolded) &&
        items.map(({ resource, label, icon }) => (
          <MenuItemLink key={resource} to={`/${resource}`} primaryText={label} leftIcon={icon} />
        ))}
    </>
  );
}

/** Ends the session. If that failed, the page stays and shows the error, so that nobody leaves an open session behind. */
function LogOut(): ReactElement {
  const leave = useLogout();
  const notify = useNotify();
  const logOut = (): void =>
    void send('/session', { method: 'DELETE', asks: false })
      .catch((error: Error) => {
        if (slugOf(error) !== 'login-required') throw error;
      })
      .then(() => leave(null, undefined, false))
      .catch((error: Error) => notify(error.message, { type: 'error' }));
  return <Logout onClick={logOut} />;
}

function OwnAccount(): ReactElement {
  const menu = useUserMenu();
  return (
    <Option component={Link} to="/account" onClick={menu?.onClose}>
      <ListItemIcon>
        <AccountCircle fontSize="small" />
      </ListItemIcon>
      <ListItemText>My account</ListItemText>
    </Option>
  );
}

function Bar(): ReactElement {
  const { data } = useGetIdentity();
  return (
    <AppBar
      color="primary"
      toolbar={<ToggleThemeButton />}
      userMenu={
        <UserMenu label={data?.fullName ?? 'Account'}>
          <OwnAccount />
          <LogOut />
        </UserMenu>
      }
    >
      <TitlePortal component="h1" />
      <MemberSearch />
    </AppBar>
  );
}

/** Links in texts and tables, which otherwise have the browser's blue. */
const LINKS = { '& main a:not([class])': { color: 'primary.main' } };

/** Whose clocks the times of the pages show. */
function Zone(): ReactElement {
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 3, mb: 1 }}>
      Times are those of {clubZone().replaceAll('_', ' ')}, unless a page names another place.
    </Typography>
  );
}

/**
 * Changes to the fan club that a navigation names. Only after the navigation: a form with unsaved changes asks first, and must not be
 * saved into another fan club.
 */
function useChosenClub(): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const chosen = (useLocation().state as { club?: number } | null)?.club;
  useEffect(() => {
    // Clearing the queries mounts this again before the location has changed. This test prevents an endless loop.
    if (chosen === undefined || chosen === currentClub()?.id) return;
    chooseClub(chosen);
    queries.clear();
    void navigate('/', { replace: true });
  }, [chosen, navigate, queries]);
}

/** On phones wide tables are scrolled, not the page, and what stands beside a form is below it. */
const NARROWING = {
  minWidth: 0,
  '& .RaLayout-appFrame, & .RaLayout-contentWithSidebar, & .RaLayout-content': { minWidth: 0 },
  '& .list-page, & .edit-page, & .create-page, & .show-page': { minWidth: 0 },
  '& .RaEdit-main, & .RaCreate-main, & .RaShow-main': {
    minWidth: 0,
    flexDirection: { xs: 'column', md: 'row' },
    alignItems: { xs: 'stretch', md: 'flex-start' },
  },
  '& .RaEdit-card, & .RaCreate-card, & .RaShow-card': { minWidth: 0 },
  // In a part that is scrolled or cut, the buttons of a form would not stay at the lower edge of the window.
  '& .RaEdit-card, & .RaCreate-card': { overflow: 'visible' },
  '& .RaLayout-content:has(.edit-page, .create-page)': { overflowX: 'clip' },
};

export function Layout({ children }: { children?: ReactNode }): ReactElement {
  useGetIdentity(); // The person decides which screens the menu has.
  const menu = (): ReactElement => <Menu />;
  useChosenClub();
  return (
    <BaseLayout appBar={Bar} menu={menu} sidebar={MenuBar} sx={{ ...NARROWING, ...LINKS }}>
      <Fragment key={currentClub()?.id}>{children}</Fragment>
      <Zone />
      <Gate />
      <ConflictDialog />
    </BaseLayout>
  );
}
