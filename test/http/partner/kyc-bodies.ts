/** Requests for sessions, of people and a company whose test documents pass. */
const ADDRESS = {
  ...{ postalCode: '01310-100', street: 'Av. Paulista', number: '1', neighborhood: 'Bela Vista' },
  ...{ city: 'São Paulo', state: 'SP' },
};
export const PERSON = {
  ...{ externalUserId: 'ana', documentNumber: '404.428.201-35', fullName: 'Ana Souza', birthDate: '1990-02-28' },
  ...{ motherName: 'Maria Souza', email: 'ana@exemplo.com', isPoliticallyExposedPerson: false },
};
export const OWNER = {
  ...{ ownerType: 'BOTH', documentNumber: '40442820135', fullName: 'Ana Souza', birthDate: '1990-02-28' },
  ...{ motherName: 'Maria Souza', phoneNumber: '+5511999999999', email: 'ana@exemplo.com', address: ADDRESS },
};
export const COMPANY = {
  ...{ externalUserId: 'company', documentNumber: '12.ABC.345/01DE-35', businessName: 'Souza Ltda' },
  ...{ tradingName: 'Souza', companyType: 'LTDA', contactNumber: '+5511999999999', businessEmail: 'a@b.example' },
  ...{ businessAddress: ADDRESS, owners: [OWNER] },
};
