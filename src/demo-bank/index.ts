export { DemoBankModule } from './demo-bank.module';
export {
  accountOf,
  DemoBank,
  isSignature,
  openAccount,
  sendEventsTo,
  type OpenedAccount,
  signatureOf,
} from './demo-bank.service';
