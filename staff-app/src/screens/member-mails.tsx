import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { clubPath, may } from '../api/clubs';
import type { MailOfMember, TextOfMail } from '../api/generated';
import { send } from '../api/http';
import { Facts } from '../parts/facts';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** The words of a mail, as they were sent. */
function MailText({ mail, onClose }: { mail: MailOfMember; onClose: () => void }): ReactElement {
  const title = useId();
  const path = clubPath(`member_mails/${mail.id}`);
  const { data, error } = useQuery({
    queryKey: ['member-mail', path],
    queryFn: async () => (await send<TextOfMail>(path)).data,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{data?.subject ?? wordOf(mail.kind)}</DialogTitle>
      <DialogContent>
        {error && <Alert severity="error">{error.message}</Alert>}
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data?.text}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The mails that a member was sent. */
export function MemberMails({ mails }: { mails: readonly MailOfMember[] }): ReactElement {
  const [shown, setShown] = useState<MailOfMember | null>(null);
  return (
    <>
      <Typography color="text.secondary">
        The text of a mail is kept for 90 days, without its link; never that of a mail with a code.
      </Typography>
      <Facts
        title="Mails"
        rows={mails}
        none="No mails yet."
        columns={[
          { title: 'Sent', of: ({ sent_at }) => when(sent_at) },
          { title: 'Mail', of: ({ kind }) => wordOf(kind) },
          { title: 'To', of: ({ to }) => to },
          {
            title: 'Text',
            of: (mail) =>
              mail.has_text && may('members.write') ? (
                <Button size="small" onClick={() => setShown(mail)}>
                  Show
                </Button>
              ) : (
                '–'
              ),
          },
        ]}
      />
      {shown && <MailText mail={shown} onClose={() => setShown(null)} />}
    </>
  );
}
