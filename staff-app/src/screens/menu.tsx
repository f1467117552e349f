import Apps from '@mui/icons-material/Apps';
import AutoDelete from '@mui/icons-material/AutoDelete';
import Autorenew from '@mui/icons-material/Autorenew';
import CalendarMonth from '@mui/icons-material/CalendarMonth';
import CardGiftcard from '@mui/icons-material/CardGiftcard';
import CardMembership from '@mui/icons-material/CardMembership';
import Checkroom from '@mui/icons-material/Checkroom';
import ConfirmationNumber from '@mui/icons-material/ConfirmationNumber';
import ContactMail from '@mui/icons-material/ContactMail';
import CreditCard from '@mui/icons-material/CreditCard';
import Dashboard from '@mui/icons-material/Dashboard';
import DateRange from '@mui/icons-material/DateRange';
import Dns from '@mui/icons-material/Dns';
import EmojiEvents from '@mui/icons-material/EmojiEvents';
import Event from '@mui/icons-material/Event';
import Forum from '@mui/icons-material/Forum';
import Group from '@mui/icons-material/Group';
import History from '@mui/icons-material/History';
import Inventory from '@mui/icons-material/Inventory';
import Key from '@mui/icons-material/Key';
import Language from '@mui/icons-material/Language';
import ListAlt from '@mui/icons-material/ListAlt';
import Login from '@mui/icons-material/Login';
import Mail from '@mui/icons-material/Mail';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import Outbox from '@mui/icons-material/Outbox';
import PeopleAlt from '@mui/icons-material/PeopleAlt';
import Receipt from '@mui/icons-material/Receipt';
import Security from '@mui/icons-material/Security';
import Settings from '@mui/icons-material/Settings';
import Star from '@mui/icons-material/Star';
import Terminal from '@mui/icons-material/Terminal';
import TextSnippet from '@mui/icons-material/TextSnippet';
import TrendingUp from '@mui/icons-material/TrendingUp';
import VpnKey from '@mui/icons-material/VpnKey';
import Webhook from '@mui/icons-material/Webhook';
import type { ReactElement } from 'react';

interface Entry {
  /** Its resource, which is also its path. */
  readonly resource: string;
  readonly label: string;
  readonly icon: ReactElement;
}

/** The first entry, which everybody has. */
export const OVERVIEW: Entry = { resource: '', label: 'Overview', icon: <Dashboard /> };

/** The menu, by topic. Each person sees the entries that their role allows. */
export const MENU: readonly { readonly topic: string; readonly items: readonly Entry[] }[] = [
  {
    topic: 'People',
    items: [
      { resource: 'members', label: 'Members', icon: <Group /> },
      { resource: 'orders', label: 'Orders', icon: <Receipt /> },
      { resource: 'renewals', label: 'Renewals', icon: <Autorenew /> },
      { resource: 'payments', label: 'Payments', icon: <CreditCard /> },
      { resource: 'contacts', label: 'Contacts', icon: <ContactMail /> },
      { resource: 'duplicates', label: 'Duplicates', icon: <PeopleAlt /> },
    ],
  },
  {
    topic: 'Shipping',
    items: [
      { resource: 'parcels', label: 'Parcels', icon: <Inventory /> },
      { resource: 'batches', label: 'Packing lists', icon: <ListAlt /> },
    ],
  },
  {
    topic: 'What you offer',
    items: [
      { resource: 'events', label: 'Events', icon: <Event /> },
      { resource: 'calendar', label: 'Calendar', icon: <CalendarMonth /> },
      { resource: 'pools', label: 'Presale codes', icon: <ConfirmationNumber /> },
      { resource: 'contests', label: 'Contests', icon: <EmojiEvents /> },
      { resource: 'periods', label: 'Sales periods', icon: <DateRange /> },
      { resource: 'plans', label: 'Plans', icon: <CardMembership /> },
      { resource: 'item_types', label: 'Choices', icon: <Checkroom /> },
      { resource: 'upgrades', label: 'Upgrades', icon: <TrendingUp /> },
      { resource: 'benefits', label: 'Benefits', icon: <Star /> },
      { resource: 'redeem_batches', label: 'Codes', icon: <CardGiftcard /> },
    ],
  },
  {
    topic: 'Fan club',
    items: [
      { resource: 'club', label: 'Settings', icon: <Settings /> },
      { resource: 'mail_templates', label: 'Mail texts', icon: <TextSnippet /> },
      { resource: 'mails', label: 'Outbox', icon: <Mail /> },
      { resource: 'domains', label: 'Trusted domains', icon: <Language /> },
      { resource: 'hosts', label: 'Hosts', icon: <Dns /> },
      { resource: 'login_providers', label: 'Login providers', icon: <Login /> },
      { resource: 'applications', label: 'Applications', icon: <Apps /> },
      { resource: 'forums', label: 'Forums', icon: <Forum /> },
      { resource: 'keys', label: 'Keys', icon: <Key /> },
      { resource: 'organization_keys', label: 'Organization keys', icon: <VpnKey /> },
      { resource: 'program_keys', label: 'Keys for programs', icon: <Terminal /> },
      { resource: 'webhook_endpoints', label: 'Webhooks', icon: <Webhook /> },
      { resource: 'webhook_deliveries', label: 'Deliveries', icon: <Outbox /> },
      { resource: 'people', label: 'People and roles', icon: <ManageAccounts /> },
      { resource: 'retention', label: 'Retention', icon: <AutoDelete /> },
      { resource: 'audits', label: 'Record of changes', icon: <History /> },
      { resource: 'security_events', label: 'Security events', icon: <Security /> },
    ],
  },
];
