import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { isSamePerson } from '../api/clubs';
import { type Demand, setGate } from '../api/http';
import { TEXTS } from '../texts';
import { LoginForm, ProofForm } from './login-form';

const T = TEXTS.login;

/** Asks the person to log in again, or to prove who they are, above the current page, so that nothing typed is lost. */
export function Gate(): ReactElement | null {
  const [demand, setDemand] = useState<Demand | null>(null);
  const waiting = useRef<((done: boolean) => void)[]>([]);

  useEffect(() => {
    setGate((next) => {
      setDemand((present) => present ?? next);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
    return () => setGate(null);
  }, []);

  const end = (done: boolean): void => {
    setDemand(null);
    waiting.current.splice(0).forEach((resolve) => resolve(done));
  };
  /** Another person must not continue with the pages of the previous one. */
  const continueOrReload = async (): Promise<void> => {
    if (await isSamePerson().catch(() => false)) end(true);
    else window.location.reload();
  };
  if (demand === null) return null;
  const isLogin = demand === 'login';
  return (
    <Dialog open aria-labelledby="gate-title" aria-describedby="gate-why">
      <DialogTitle id="gate-title">{isLogin ? T.again : T.proof}</DialogTitle>
      <DialogContent>
        <DialogContentText id="gate-why" sx={{ mb: 2 }}>
          {isLogin ? T.againWhy : T.proofWhy}
        </DialogContentText>
        {isLogin ? (
          <LoginForm onDone={() => void continueOrReload()} />
        ) : (
          <ProofForm onDone={() => void continueOrReload()} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => end(false)}>{T.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
