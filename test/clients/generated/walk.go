// In a folder of its own below the module that openapi-generator made for Go.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	// The name that the generator gives a module for which it knows no repository.
	docent "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func good[T any](value T, reply any, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err, reply)
		os.Exit(1)
	}
	return value
}

func main() {
	configuration := docent.NewConfiguration()
	configuration.Servers[0].URL = strings.TrimSuffix(os.Getenv("DOCENT_TEST_URL"), "/v1")
	client := docent.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), docent.ContextAccessToken, os.Getenv("DOCENT_TEST_KEY"))
	draft := docent.NewExpertRequest("Generated Go")
	draft.SetLanguage("en")
	expert := good(client.ExpertsAPI.CreateExpert(ctx).ExpertRequest(*draft).Execute())
	id := expert.Slug
	fmt.Println("ok expert")
	path := filepath.Join(os.TempDir(), fmt.Sprintf("colour-%d.txt", os.Getpid()))
	os.WriteFile(path, []byte("The pump is blue."), 0o600)
	file, _ := os.Open(path)
	added := good(client.SourcesAPI.AddFile(ctx, id).File(file).Title("Colour").Execute())
	os.Remove(path)
	fmt.Println("ok file")
	text := docent.NewTextRequest("Replace the filter of the pump every six months.")
	text.SetTitle("Pump")
	source := docent.SourceOrSiteRequest{TextRequest: text}
	good(client.SourcesAPI.AddSource(ctx, id).SourceOrSiteRequest(source).Wait(30).Execute())
	fmt.Println("ok text")
	read := good(client.SourcesAPI.GetSource(ctx, id, added.Id).Wait(30).Execute())
	if read.Status != "ready" {
		panic(read.Status)
	}
	fmt.Println("ok wait")
	question := docent.NewQueryRequest("How often is the filter of the pump replaced?")
	answer := good(client.QuestionsAPI.QueryExpert(ctx, id).QueryRequest(*question).Execute())
	if len(answer.Citations) == 0 || !strings.Contains(answer.Citations[0].Quote, "six months") {
		panic("not cited")
	}
	fmt.Println("ok query")
	good(client.UsageAPI.GetUsage(ctx).Execute())
	fmt.Println("ok usage")
	if !good(client.ExpertsAPI.DeleteExpert(ctx, id).Execute()).Deleted {
		panic("not deleted")
	}
	fmt.Println("ok delete")
}
