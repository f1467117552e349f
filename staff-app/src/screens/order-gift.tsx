import { Alert, Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useRecordContext } from 'react-admin';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { when } from '../parts/zoned-time';
import type { GiftOfOrder, StaffOrder } from '../api/generated';

const STATES: Readonly<Record<GiftOfOrder['state'], string>> = {
  ordered: 'The order is not paid, so there is no code yet.',
  ready: 'The code can be redeemed.',
  disputed: 'The buyer disputes the payment. Nobody can redeem the code until that is decided.',
  redeeming: 'An order that waits for its payment has the code.',
  redeemed: 'The code was redeemed.',
  void: 'The code is void.',
};

/** What became of a gift that a member bought for somebody else. */
export function OrderGift(): ReactElement | null {
  const order = useRecordContext<StaffOrder>();
  const path = order ? clubPath(`orders/${order.id}/gift`) : '';
  const { data: gift, error } = useQuery({
    queryKey: ['order-gift', path],
    queryFn: async () => (await send<GiftOfOrder>(path)).data,
    enabled: order?.kind === 'gift_purchase' && may('redeem_codes.read'),
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!order || !gift) return null;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, mb: 2 }}>
      <Typography component="h2" variant="h6">
        Gift
      </Typography>
      <Typography>{STATES[gift.state]}</Typography>
      {gift.mail_on !== null && <Typography>The mail goes on {gift.mail_on}.</Typography>}
      {gift.mailed_at !== null && <Typography>The last mail was sent {when(gift.mailed_at)}.</Typography>}
      {gift.state === 'ready' && may('redeem_codes.write') && (
        <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }}>
          {(gift.mail_on !== null || gift.mailed_at !== null) && (
            <ActionButton
              label="Send the mail today"
              path={`orders/${order.id}/gift/mail`}
              explains="The recipient gets the code by mail within a minute, also if they have got it before."
              done="The mail is sent within a minute."
            />
          )}
          <ActionButton
            label="Void the code"
            path={`redeem_codes/${gift.code}/void`}
            danger
            explains="Nobody can redeem this gift any more. No money is returned; a refund voids the code as well. This cannot be undone."
            done="The code is void."
          />
        </Stack>
      )}
    </Box>
  );
}
