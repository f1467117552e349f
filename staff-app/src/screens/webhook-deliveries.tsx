import { Typography } from '@mui/material';
import type { ReactElement } from 'react';
import {
  DataTable,
  FunctionField,
  ReferenceField,
  SelectInput,
  TextField,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import type { Delivery } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import { StateField, WhenField } from '../parts/fields';
import { StaffList } from '../parts/list';
import { wordOf, wordsOfKey } from '../texts';

const STATES = ['waiting', 'delivered', 'failed'].map((id) => ({ id, name: wordOf(id) }));

/** What the last attempts came to: the time, the status and the beginning of the answer. */
function Attempts(): ReactElement | null {
  const delivery = useRecordContext() as unknown as Delivery | undefined;
  if (!delivery) return null;
  return (
    <>
      {delivery.attempts.slice(-3).map(({ at, duration, status, failure, answer }) => (
        <Typography key={at} variant="body2" sx={{ maxWidth: 360, wordBreak: 'break-word' }}>
          {status ?? wordOf(failure ?? '')} in {duration} ms
          {answer ? `: ${answer.slice(0, 120)}` : ''}
        </Typography>
      ))}
    </>
  );
}

function SendAgain(): ReactElement | null {
  const delivery = useRecordContext();
  if (!delivery || delivery.state === 'waiting') return null;
  const path = `webhook_deliveries/${delivery.id}/replay`;
  return <ActionButton label="Send again" path={path} done="The message is sent again." />;
}

export function DeliveryList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      filters={[<SelectInput key="state" source="state" choices={STATES} emptyText="All" alwaysOn />]}
    >
      <DataTable.Col source="at" label="When" disableSort>
        <WhenField source="at" />
      </DataTable.Col>
      <DataTable.Col source="type" disableSort>
        <FunctionField render={({ type }: Pick<Delivery, 'type'>) => wordsOfKey(type)} />
      </DataTable.Col>
      <DataTable.Col source="endpoint_id" label="Endpoint" disableSort>
        <ReferenceField source="endpoint_id" reference="webhook_endpoints" link={false}>
          <TextField source="name" />
        </ReferenceField>
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateField source="state" />
      </DataTable.Col>
      <DataTable.Col label="Attempts" disableSort>
        <Attempts />
      </DataTable.Col>
      {mayUse('webhook_deliveries', 'edit') && (
        <DataTable.Col label="Again" disableSort>
          <SendAgain />
        </DataTable.Col>
      )}
    </StaffList>
  );
}
