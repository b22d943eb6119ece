package testkit

import (
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

// Password is the password of every Person.
const Password = "plum orbit candle seventeen"

// Person is somebody who works in a workspace and signed in.
type Person struct {
	ID, Email string
	// Key is their session, for Request.Key.
	Key string
}

// NewPerson lets somebody work in a workspace, with a role, and signs them in.
func (k *Kit) NewPerson(workspaceID, roleID string) Person {
	k.t.Helper()
	ctx := context.Background()
	actor, err := k.App.Service.Access.Operator(ctx, workspaceID)
	k.Must(err)
	email := strings.ToLower(k.DB().Source().NewID("p")) + "@people.example"
	m, err := k.App.Service.People.Enrol(ctx, actor, people.NewPerson{Email: email, Name: "Ada " + roleID, RoleID: roleID, Password: Password})
	k.Must(err)
	return Person{ID: m.User.ID, Email: email, Key: k.SignIn(email)}
}

// SignIn makes a session of a Person.
func (k *Kit) SignIn(email string) (key string) {
	k.t.Helper()
	in, err := k.App.Service.People.SignIn(context.Background(), people.SignInRequest{Email: email, Password: Password}, crm.Origin{IP: "127.0.0.1", UserAgent: "Test"})
	k.Must(err)
	return SessionKey + in.Secret
}
