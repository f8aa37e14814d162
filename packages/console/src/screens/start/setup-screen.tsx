import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createTenant } from '../../api/first-steps.ts';
import { Page } from '../../components/page.tsx';
import { idOf } from './names.ts';
import { StepForm } from './step-form.tsx';

const NOTHING = { name: '', id: '' };

/** The first step on an empty installation: a tenant. */
export function SetupScreen() {
  const navigate = useNavigate();
  const [{ id, name }, setEdited] = useState(NOTHING);
  return (
    <main>
      <Page
        title="Set up the first tenant"
        lead="From here to a decoded token are five steps of two minutes. Each can be left, and goes on where it was."
        data={{ tenants: [{ id, name }] }}
      >
        <section className="card" aria-labelledby="tenant">
          <h2 id="tenant">A tenant</h2>
          <StepForm
            name="tenant"
            begin={NOTHING}
            fields={[
              { name: 'name', label: 'Name', hint: 'Your company, as the login pages show it.' },
              { name: 'id', label: 'ID', hint: 'Lower case, for addresses and files. It stays.' },
            ]}
            follow={(values, changed) =>
              changed === 'name' ? { ...values, id: idOf(values.name) } : values
            }
            submitLabel="Create the tenant"
            submit={createTenant}
            onEdited={setEdited}
            onDone={(made) =>
              void navigate({ to: '/t/$tenant/start', params: { tenant: made.id } })
            }
          />
        </section>
      </Page>
    </main>
  );
}
