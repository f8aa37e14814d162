import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createObject, EIDS, planNewObject } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { Combobox } from '../../components/combobox.tsx';
import { formFieldsQuery } from '../../forms/form-fields-query.ts';
import { ObjectForm } from '../../forms/object-form.tsx';
import { eidNames } from '../../forms/schemas.ts';
import { CertificateFiles, type ChosenCertificate } from './certificate-files.tsx';
import { clientCertificateIn, withClientCertificate } from './certificate-settings.ts';

const CERTIFICATE = 'settings.clientCertificate';

interface NewEidProps {
  readonly tenant: string;
  readonly onDone: () => void;
}

/** Which eID, then the form of its settings. */
export function NewEid({ tenant, onDone }: NewEidProps) {
  const [eid, setEid] = useState('');
  const { data: names = [] } = useQuery({ queryKey: ['eid-names'], queryFn: eidNames });
  return (
    <>
      <Combobox label="Which eID" value={eid} options={names} onChange={setEid} />
      {eid !== '' && <NewEidForm key={eid} tenant={tenant} eid={eid} onDone={onDone} />}
    </>
  );
}

interface NewEidFormProps extends NewEidProps {
  readonly eid: string;
}

function NewEidForm({ tenant, eid, onDone }: NewEidFormProps) {
  const queryClient = useQueryClient();
  const { data: fields = [] } = useQuery(formFieldsQuery('Eid', eid));
  const [chosen, setChosen] = useState<ChosenCertificate>({ files: [], passphrase: '' });
  const stored = { value: { eid, environment: 'test', settings: {} }, etag: undefined };
  const hasCertificate = fields.some(({ name }) => name === CERTIFICATE);
  // The key is read from its file for each request, and is in no draft.
  const complete = async (settings: Settings): Promise<Settings> =>
    chosen.files.length === 0
      ? settings
      : withClientCertificate(settings, await clientCertificateIn(chosen.files, chosen.passphrase));
  if (fields.length === 0) return null;
  return (
    <>
      {hasCertificate && <CertificateFiles chosen={chosen} onChange={setChosen} />}
      <ObjectForm
        name={`new ${eid} ${tenant}`}
        fields={fields.filter(({ name }) => name !== 'eid' && name !== CERTIFICATE)}
        stored={stored}
        saveLabel="Add"
        requests={{
          plan: async (settings) => planNewObject(EIDS, tenant, await complete(settings)),
          save: async (settings, { reason }) =>
            createObject(EIDS, tenant, await complete(settings), reason),
          reload: () => Promise.resolve(stored),
        }}
        onSaved={() => {
          void queryClient.invalidateQueries({ queryKey: [EIDS.all, tenant] });
          onDone();
        }}
      />
    </>
  );
}
